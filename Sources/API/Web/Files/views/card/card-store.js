// The member's grape card and todos: loading them, and changing them.

import { get, send } from '../../core/api.js';
import { text } from '../../core/texts.js';
import { monthOf } from './dates.js';

/**
 * @typedef {{today: string, time_zone: string, has_grape: boolean, fill: number, full_bunches: number,
 *   grapes: number}} Card
 * @typedef {{id: string, contents: string, group: string, day: string, is_done: boolean, booth: number | null}} Todo
 * @typedef {{id: string, name: string, color: string, is_open: boolean, is_default: boolean}} Group
 * @typedef {{todos: number, done: number, has_grape: boolean}} Progress of a day
 */

/** The default group has its name in the page's language, until its owner renames it. @param {Group} group */
const localizedGroup = (group) =>
  (group.is_default && group.name === '기본 그룹' ? { ...group, name: text('card.defaultGroup') } : group);

const noProgress = { todos: 0, done: 0, has_grape: false };

/** Dispatches `change` when the card or the progress of a day has changed, `list` when todos or groups have. */
export class CardStore extends EventTarget {
  /** @type {Card} */
  card;
  /** @type {Group[]} */
  groups = [];
  /** @type {Todo[]} */
  todos = [];
  /** The day that was chosen; null for the current day. @type {string | null} */
  chosen = null;
  /** The progress of days, by month, then by day. @type {Map<string, Map<string, Progress>>} */
  months = new Map();
  /** Changes are sent one after the other, so that the newest answer is the newest state. */
  queue = Promise.resolve();

  /** @param {AbortSignal} signal */
  constructor(signal) {
    super();
    this.signal = signal;
  }

  get day() { return this.chosen ?? this.card.today; }
  get isToday() { return this.day === this.card.today; }

  /** Loads everything. @param {string | null} chosen */
  async load(chosen) {
    const [card, { groups }, { todos }] = await Promise.all([
      get('/api/card', {}, this.signal), get('/api/todo-groups', {}, this.signal), this.loadTodos(chosen),
    ]);
    this.card = card;
    this.groups = groups.map(localizedGroup);
    this.setDay(chosen, todos);
  }

  /** Loads another day. @param {string | null} chosen */
  async chooseDay(chosen) {
    const { todos } = await this.loadTodos(chosen);
    this.setDay(chosen, todos);
  }

  /** Of two requests the later one counts. */
  loadTodos(day) {
    return get('/api/todos', { from: day, to: day }, 'card-todos');
  }

  setDay(chosen, todos) {
    if (this.signal.aborted) return;
    this.chosen = chosen;
    this.todos = todos;
    this.dispatch('list');
  }

  /** Reloads everything: a new day may have begun, or another device changed something. */
  async refresh() {
    this.card = await get('/api/card', {}, this.signal);
    this.months.clear();
    await this.chooseDay(this.chosen);
  }

  /** The progress of the days of a month. */
  async loadMonth(month) {
    if (!this.months.has(month)) {
      const { days } = await get('/api/card/days', { month }, 'card-days');
      this.months.set(month, new Map(days.map(({ day, ...progress }) => [day, progress])));
    }
    return this.months.get(month);
  }

  /** The progress of a day; null if it is not loaded. @returns {Progress | null} */
  progress(day) {
    const month = this.months.get(monthOf(day));
    if (day !== this.day) return month ? month.get(day) ?? noProgress : null;
    const done = this.todos.filter((todo) => todo.is_done).length;
    const has_grape = this.isToday ? this.card.has_grape : month?.get(day)?.has_grape ?? false;
    return { todos: this.todos.length, done, has_grape };
  }

  // MARK: Changes

  /** @param {Todo} todo @param {boolean} isDone */
  setDone(todo, isDone) {
    todo.is_done = isDone;
    this.dispatch('change');
    return this.enqueue(async () => {
      try {
        const { card } = await send(isDone ? 'PUT' : 'DELETE', `/api/todos/${todo.id}/done`);
        this.setCard(card);
      } catch (failure) {
        todo.is_done = !isDone;
        this.dispatch('change');
        throw failure;
      }
    });
  }

  add(draft) {
    return this.enqueue(async () => this.applyTodo(await send('POST', '/api/todos', draft)));
  }

  change(todo, changes) {
    return this.enqueue(async () => this.applyTodo(await send('PATCH', `/api/todos/${todo.id}`, changes), todo));
  }

  postpone(todo) {
    return this.enqueue(async () => this.applyTodo(await send('POST', `/api/todos/${todo.id}/postpone`), todo));
  }

  checkIn(todo, position) {
    return this.enqueue(async () =>
      this.applyTodo(await send('POST', `/api/todos/${todo.id}/check-in`, position), todo));
  }

  remove(todo) {
    return this.enqueue(async () => {
      const card = await send('DELETE', `/api/todos/${todo.id}`);
      this.todos = this.todos.filter(({ id }) => id !== todo.id);
      this.dispatch('list');
      this.setCard(card);
    });
  }

  /** Applies the answer to a change of a todo, which may have moved it to another day. */
  applyTodo({ todo, card }, before = null) {
    if (todo.day !== this.day) {
      this.todos = this.todos.filter(({ id }) => id !== todo.id);
    } else if (this.todos.some(({ id }) => id === todo.id)) {
      this.todos = this.todos.map((other) => (other.id === todo.id ? todo : other));
    } else {
      this.todos = [...this.todos, todo];
    }
    if (todo.day !== this.day || (before && before.day !== todo.day)) this.dropMonth(todo.day);
    this.dispatch('list');
    this.setCard(card);
    return todo;
  }

  setCard(card) {
    const isNewDay = card.today !== this.card.today;
    this.card = card;
    this.storeProgress();
    if (isNewDay) this.months.clear();
    this.dispatch('change');
  }

  /** Writes the progress of the shown day to its month, for when another day is shown. */
  storeProgress() {
    const progress = this.progress(this.day);
    if (progress) this.months.get(monthOf(this.day))?.set(this.day, progress);
  }

  dropMonth(day) {
    this.months.delete(monthOf(day));
  }

  // MARK: Groups

  async addGroup(group) {
    const made = await send('POST', '/api/todo-groups', group);
    this.groups = [...this.groups, made];
    this.dispatch('list');
    return made;
  }

  async changeGroup(group, changes) {
    Object.assign(group, localizedGroup(await send('PATCH', `/api/todo-groups/${group.id}`, changes)));
    this.dispatch('list');
  }

  removeGroup(group) {
    return this.enqueue(async () => {
      const card = await send('DELETE', `/api/todo-groups/${group.id}`);
      this.groups = this.groups.filter(({ id }) => id !== group.id);
      this.todos = this.todos.filter((todo) => todo.group !== group.id);
      // Its todos of other days are gone with it.
      this.months.clear();
      this.dispatch('list');
      this.setCard(card);
    });
  }

  // MARK: Events and the queue

  enqueue(work) {
    const done = this.queue.then(work);
    this.queue = done.catch(() => {});
    return done;
  }

  dispatch(kind) {
    if (!this.signal.aborted) this.dispatchEvent(new Event(kind));
  }
}
