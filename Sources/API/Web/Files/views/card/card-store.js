// The member's grape card and todos: loading them, and changing them.

import { get, send } from '../../core/api.js';
import { unansweredTicks } from '../../core/member-data.js';
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

/** The todos of a day; of the current day for null. */
const loadTodos = (day, signal) => get('/api/todos', { from: day, to: day }, signal);

const noProgress = { todos: 0, done: 0, has_grape: false };

/** Dispatches `change` when the card or the progress of a day has changed, `list` when todos or groups have. */
export class CardStore extends EventTarget {
  /** @type {Card} */
  card;
  /** @type {Group[]} */
  groups = [];
  /** The todos of the day, as the server has them. @type {Todo[]} */
  saved = [];
  /** The ticks that the server has not answered, by todo: the newest of each. @type {Map<string, {isDone: boolean}>} */
  ticks = new Map();
  /** The day that was chosen; null for the current day. @type {string | null} */
  chosen = null;
  /** The progress of days, by month, then by day. @type {Map<string, Map<string, Progress>>} */
  months = new Map();
  /** Changes and reloads are sent one after the other, so that the newest answer is the newest state. */
  queue = Promise.resolve();
  /** The loads that are queued or running, by name. @type {Map<string, AbortController>} */
  loads = new Map();

  /** @param {AbortSignal} signal */
  constructor(signal) {
    super();
    this.signal = signal;
    this.storedTicks = unansweredTicks();
    signal.addEventListener('abort', () => this.loads.forEach((load) => load.abort()));
  }

  /** The todos of the day, with the ticks that the server has not answered. */
  get todos() {
    return this.saved.map((todo) => ({ ...todo, is_done: this.ticks.get(todo.id)?.isDone ?? todo.is_done }));
  }

  get day() { return this.chosen ?? this.card.today; }
  get isToday() { return this.day === this.card.today; }

  /** Loads everything. @param {string | null} chosen */
  load(chosen) {
    return this.enqueueLoad('day', async (signal) => {
      const [card, { groups }, { todos }] = await Promise.all([
        get('/api/card', {}, signal), get('/api/todo-groups', {}, signal), loadTodos(chosen, signal),
      ]);
      this.card = card;
      this.groups = groups.map(localizedGroup);
      this.setDay(chosen, todos);
      this.resumeTicks();
    });
  }

  /** Sends the ticks that were on their way when the page was left. */
  resumeTicks() {
    for (const [id, isDone] of this.storedTicks.load() ?? []) this.setDone({ id }, isDone).catch(() => {});
  }

  /** Loads another day. @param {string | null} chosen */
  chooseDay(chosen) {
    return this.enqueueLoad('day', async (signal) => {
      const { todos } = await loadTodos(chosen, signal);
      this.setDay(chosen, todos);
    });
  }

  setDay(chosen, todos) {
    if (this.signal.aborted) return;
    this.chosen = chosen;
    this.saved = todos;
    this.dispatch('list');
  }

  /** Reloads everything: a new day may have begun, or another device changed something. */
  refresh() {
    return this.enqueueLoad('day', async (signal) => {
      this.card = await get('/api/card', {}, signal);
      this.months.clear();
      const { todos } = await loadTodos(this.chosen, signal);
      this.setDay(this.chosen, todos);
    });
  }

  /** Loads the progress of the days of a month, unless it is loaded. */
  loadMonth(month) {
    return this.enqueueLoad('month', async (signal) => {
      if (this.months.has(month)) return;
      const { days } = await get('/api/card/days', { month }, signal);
      this.months.set(month, new Map(days.map(({ day, ...progress }) => [day, progress])));
    });
  }

  /** The progress of a day; null if it is not loaded. @returns {Progress | null} */
  progress(day) {
    const month = this.months.get(monthOf(day));
    if (day !== this.day) return month ? month.get(day) ?? noProgress : null;
    const { todos } = this;
    const has_grape = this.isToday ? this.card.has_grape : month?.get(day)?.has_grape ?? false;
    return { todos: todos.length, done: todos.filter((todo) => todo.is_done).length, has_grape };
  }

  // MARK: Changes

  /** @param {{id: string}} todo @param {boolean} isDone */
  setDone(todo, isDone) {
    const tick = { isDone };
    this.ticks.set(todo.id, tick);
    this.storeTicks();
    this.dispatch('change');
    return this.enqueue(async () => {
      const forget = () => {
        if (this.ticks.get(todo.id) === tick) this.ticks.delete(todo.id);
        this.storeTicks();
      };
      try {
        const { card } = await send(isDone ? 'PUT' : 'DELETE', `/api/todos/${todo.id}/done`);
        this.saved = this.saved.map((other) => (other.id === todo.id ? { ...other, is_done: isDone } : other));
        forget();
        this.setCard(card);
      } catch (failure) {
        // The state of the server is shown again, unless the todo was ticked once more.
        forget();
        this.dispatch('change');
        throw failure;
      }
    });
  }

  storeTicks() {
    if (this.ticks.size === 0) this.storedTicks.remove();
    else this.storedTicks.save([...this.ticks].map(([id, { isDone }]) => [id, isDone]));
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
      this.saved = this.saved.filter(({ id }) => id !== todo.id);
      this.dispatch('list');
      this.setCard(card);
    });
  }

  /** Applies the answer to a change of a todo, which may have moved it to another day. */
  applyTodo({ todo, card }, before = null) {
    if (todo.day !== this.day) {
      this.saved = this.saved.filter(({ id }) => id !== todo.id);
    } else if (this.saved.some(({ id }) => id === todo.id)) {
      this.saved = this.saved.map((other) => (other.id === todo.id ? todo : other));
    } else {
      this.saved = [...this.saved, todo];
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
      this.saved = this.saved.filter((todo) => todo.group !== group.id);
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

  /**
   * Loads something after the changes before it: an older answer must not hide them. Of two loads with one name the
   * later one counts.
   * @param {string} name @param {(signal: AbortSignal) => Promise<void>} work
   */
  enqueueLoad(name, work) {
    this.loads.get(name)?.abort();
    const load = new AbortController();
    this.loads.set(name, load);
    return this.enqueue(() => {
      load.signal.throwIfAborted();
      return work(load.signal);
    });
  }

  dispatch(kind) {
    if (!this.signal.aborted) this.dispatchEvent(new Event(kind));
  }
}
