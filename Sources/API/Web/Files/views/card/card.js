// The grape card: a grape for each day on which everything planned was done.

import { element } from '../../core/dom.js';
import { go } from '../../core/navigation.js';
import { member, onSessionChange } from '../../core/session.js';
import { text } from '../../core/texts.js';
import { showError } from '../../widgets/error.js';
import { showNotFound } from '../../widgets/not-found.js';
import { notifyError } from '../../widgets/notice.js';
import { BunchPart } from './bunch.js';
import { Calendar } from './calendar.js';
import { Plan } from './card-store.js';
import { isDay } from './dates.js';
import { DayPart } from './day-section.js';
import { watchDays } from './day-watcher.js';
import { Bunches } from './full-bunches.js';
import { introduce } from './intro.js';
import { Zone } from './time-zone.js';
import { writeTodo } from './todo-dialogs.js';
import { boothOf } from './todo-row.js';

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, { path, query, signal, setTitle }) {
  if (path.length > 0) return showNotFound(root, setTitle);
  setTitle(text('card.title'));
  const person = member()?.id;
  // Whoever logs out, here or in another tab, is not shown what was somebody's own.
  onSessionChange(() => {
    if (member()?.id !== person) go(location.pathname + location.search, true);
  }, signal);
  if (!person) return introduce(root);
  const board = new Board(root, signal);
  await board.begin(query);
  return (next) => board.turn(next);
}

const chosenDay = (query) => (isDay(query.get('day')) ? query.get('day') : null);

/** All parts of the card, told of each other's changes. */
class Board {
  constructor(root, signal) {
    this.root = root;
    this.signal = signal;
    this.plan = new Plan(signal);
    this.isReady = false;
  }

  async begin(query) {
    this.query = query;
    this.root.replaceChildren(element('h2', {}, text('card.title')), element('div', { class: 'card-wait', 'aria-hidden': 'true' }));
    try {
      await this.plan.load(chosenDay(query));
    } catch (failure) {
      if (this.signal.aborted) return;
      this.root.lastElementChild?.remove();
      showError(this.root, failure, () => this.begin(this.query));
      return;
    }
    if (!this.signal.aborted) this.build();
  }

  build() {
    const { plan } = this;
    this.bunch = new BunchPart(plan);
    this.bunches = new Bunches(plan);
    this.day = new DayPart(plan);
    this.calendar = new Calendar(plan);
    this.zone = new Zone(plan, (card) => this.moved(card));
    this.bunch.words.append(this.bunches.root);
    this.root.lastElementChild?.remove();
    this.root.append(this.zone.offer, element('div', { class: 'card-parts' }, this.bunch.root, this.day.root,
      element('div', { class: 'card-side' }, this.calendar.root, this.zone.note)));
    plan.addEventListener('list', () => this.day.show());
    plan.addEventListener('change', () => this.tell());
    watchDays(plan, () => this.refresh());
    this.isReady = true;
    this.day.show();
    this.calendar.follow();
    this.tell();
    this.visit();
  }

  /** Shows what the card has come to. */
  tell() {
    this.bunch.show();
    this.bunches.show();
    this.day.count();
    this.calendar.draw();
    this.zone.show();
    this.calendar.know();
  }

  /** Goes where the address says. */
  async turn(query) {
    this.query = query;
    if (!this.isReady) return;
    await this.busy(() => this.plan.look(chosenDay(query)));
    this.visit();
  }

  /** The card of another zone: its day may be another. */
  async moved(card) {
    this.plan.months.clear();
    this.plan.card = card;
    await this.busy(() => this.plan.look(this.plan.chosen));
  }

  refresh() {
    return this.busy(() => this.plan.refresh());
  }

  async busy(work) {
    const { list } = this.day;
    list.setAttribute('aria-busy', 'true');
    try {
      await work();
      if (this.signal.aborted) return;
      this.tell();
      await this.calendar.follow();
    } catch (failure) {
      if (!this.signal.aborted) notifyError(failure);
    } finally {
      list.removeAttribute('aria-busy');
    }
  }

  /** A booth that another view wants to be visited. */
  async visit() {
    const id = Number(this.query.get('visit'));
    if (!Number.isSafeInteger(id) || id <= 0) return;
    try {
      const booth = await boothOf(id);
      if (!this.signal.aborted) await writeTodo(this.plan, booth);
    } catch (failure) {
      notifyError(failure);
    }
    // Not asked again when the page is loaded anew.
    if (!this.signal.aborted && new URLSearchParams(location.search).has('visit')) go('/app/card', true);
  }
}
