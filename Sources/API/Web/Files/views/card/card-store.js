// What is known of the person's card and todos, and what is changed of it.

import { get, send } from '../../core/api.js';
import { text } from '../../core/texts.js';
import { monthOf } from './dates.js';

/**
 * @typedef {{today: string, time_zone: string, has_grape: boolean, fill: number, full_bunches: number, grapes: number}} Card
 * @typedef {{id: string, contents: string, group: string, day: string, is_done: boolean, booth: number | null}} Todo
 * @typedef {{id: string, name: string, color: string, is_open: boolean, is_default: boolean}} Group
 * @typedef {{todos: number, done: number, has_grape: boolean}} Tally
 */

/** The group that everybody has is named in the page's language, until its owner names it. @param {Group} group */
const named = (group) => (group.is_default && group.name === '기본 그룹' ? { ...group, name: text('card.defaultGroup') } : group);

const nothing = { todos: 0, done: 0, has_grape: false };

/** Tells `change` when the card or a tally is another, `list` when there are other todos or groups. */
export class Plan extends EventTarget {
  /** @type {Card} */
  card;
  /** @type {Group[]} */
  groups = [];
  /** @type {Todo[]} */
  todos = [];
  /** The day that is looked at; null: whichever is today. @type {string | null} */
  chosen = null;
  /** By month, then by day. @type {Map<string, Map<string, Tally>>} */
  months = new Map();
  /** Changes go one after the other, so that the newest answer is the newest state. */
  line = Promise.resolve();

  /** @param {AbortSignal} signal */
  constructor(signal) {
    super();
    this.signal = signal;
  }

  get day() { return this.chosen ?? this.card.today; }
  get isToday() { return this.day === this.card.today; }

  /** Asks for everything. @param {string | null} chosen */
  async load(chosen) {
    const [card, { groups }, { todos }] = await Promise.all([
      get('/api/card', {}, this.signal), get('/api/todo-groups', {}, this.signal), this.ask(chosen),
    ]);
    this.card = card;
    this.groups = groups.map(named);
    this.take(chosen, todos);
  }

  /** Turns to another day. @param {string | null} chosen */
  async look(chosen) {
    const { todos } = await this.ask(chosen);
    this.take(chosen, todos);
  }

  /** The later of two questions counts. */
  ask(day) {
    return get('/api/todos', { from: day, to: day }, 'card-todos');
  }

  take(chosen, todos) {
    if (this.signal.aborted) return;
    this.chosen = chosen;
    this.todos = todos;
    this.tell('list');
  }

  /** Asks whether it is another day by now, or whether another device has changed something. */
  async refresh() {
    this.card = await get('/api/card', {}, this.signal);
    this.months.clear();
    await this.look(this.chosen);
  }

  /** What there is on the days of a month. */
  async month(month) {
    if (!this.months.has(month)) {
      const { days } = await get('/api/card/days', { month }, 'card-days');
      this.months.set(month, new Map(days.map(({ day, ...tally }) => [day, tally])));
    }
    return this.months.get(month);
  }

  /** What is known of a day. @returns {Tally | null} */
  tally(day) {
    const month = this.months.get(monthOf(day));
    if (day !== this.day) return month ? month.get(day) ?? nothing : null;
    const done = this.todos.filter((todo) => todo.is_done).length;
    const has_grape = this.isToday ? this.card.has_grape : month?.get(day)?.has_grape ?? false;
    return { todos: this.todos.length, done, has_grape };
  }

  // MARK: Changes

  /** @param {Todo} todo @param {boolean} isDone */
  setDone(todo, isDone) {
    todo.is_done = isDone;
    this.tell('change');
    return this.inLine(async () => {
      try {
        const { card } = await send(isDone ? 'PUT' : 'DELETE', `/api/todos/${todo.id}/done`);
        this.settle(card);
      } catch (failure) {
        todo.is_done = !isDone;
        this.tell('change');
        throw failure;
      }
    });
  }

  add(draft) {
    return this.inLine(async () => this.came(await send('POST', '/api/todos', draft)));
  }

  change(todo, changes) {
    return this.inLine(async () => this.came(await send('PATCH', `/api/todos/${todo.id}`, changes), todo));
  }

  postpone(todo) {
    return this.inLine(async () => this.came(await send('POST', `/api/todos/${todo.id}/postpone`), todo));
  }

  checkIn(todo, position) {
    return this.inLine(async () => this.came(await send('POST', `/api/todos/${todo.id}/check-in`, position), todo));
  }

  remove(todo) {
    return this.inLine(async () => {
      const card = await send('DELETE', `/api/todos/${todo.id}`);
      this.todos = this.todos.filter(({ id }) => id !== todo.id);
      this.tell('list');
      this.settle(card);
    });
  }

  /** Takes up what became of a todo: it may have gone to another day. */
  came({ todo, card }, before = null) {
    if (todo.day !== this.day) this.todos = this.todos.filter(({ id }) => id !== todo.id);
    else if (this.todos.some(({ id }) => id === todo.id)) this.todos = this.todos.map((other) => (other.id === todo.id ? todo : other));
    else this.todos = [...this.todos, todo];
    if (todo.day !== this.day || (before && before.day !== todo.day)) this.forget(todo.day);
    this.tell('list');
    this.settle(card);
    return todo;
  }

  settle(card) {
    const isOver = card.today !== this.card.today;
    this.card = card;
    this.keepTally();
    if (isOver) this.months.clear();
    this.tell('change');
  }

  /** The month knows of the day what is seen of it, so that it still does when another is looked at. */
  keepTally() {
    const tally = this.tally(this.day);
    if (tally) this.months.get(monthOf(this.day))?.set(this.day, tally);
  }

  forget(day) {
    this.months.delete(monthOf(day));
  }

  // MARK: Groups

  async addGroup(group) {
    const made = await send('POST', '/api/todo-groups', group);
    this.groups = [...this.groups, made];
    this.tell('list');
    return made;
  }

  async changeGroup(group, changes) {
    Object.assign(group, named(await send('PATCH', `/api/todo-groups/${group.id}`, changes)));
    this.tell('list');
  }

  removeGroup(group) {
    return this.inLine(async () => {
      const card = await send('DELETE', `/api/todo-groups/${group.id}`);
      this.groups = this.groups.filter(({ id }) => id !== group.id);
      this.todos = this.todos.filter((todo) => todo.group !== group.id);
      // Its todos of other days have gone with it.
      this.months.clear();
      this.tell('list');
      this.settle(card);
    });
  }

  // MARK: Telling

  inLine(work) {
    const done = this.line.then(work);
    this.line = done.catch(() => {});
    return done;
  }

  tell(kind) {
    if (!this.signal.aborted) this.dispatchEvent(new Event(kind));
  }
}
