// /app/card: the grape card, with a grape for each day on which all todos were done.

import { element } from '../../core/dom.js';
import { go } from '../../core/navigation.js';
import { member, onSessionChange } from '../../core/session.js';
import { boothName, text } from '../../core/texts.js';
import { loadBooth } from '../../widgets/booth-card.js';
import { showError } from '../../widgets/error.js';
import { showNotFound } from '../../widgets/not-found.js';
import { notifyError } from '../../widgets/notice.js';
import { BunchSection } from './bunch.js';
import { Calendar } from './calendar.js';
import { CardStore } from './card-store.js';
import { isDay } from './dates.js';
import { DaySection } from './day-section.js';
import { watchDay } from './day-watcher.js';
import { FullBunches } from './full-bunches.js';
import { showIntro } from './intro.js';
import { TimeZoneChoice } from './time-zone.js';
import { openVisitDialog } from './todo-dialogs.js';

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, { path, query, signal, setTitle }) {
  if (path.length > 0) return showNotFound(root, setTitle);
  setTitle(text('card.title'));
  const person = member()?.id;
  // The card is private: it disappears when its owner logs out, here or in another tab.
  onSessionChange(() => {
    if (member()?.id !== person) go(location.pathname + location.search, true);
  }, signal);
  if (!person) return showIntro(root);
  const page = new CardPage(root, signal);
  await page.load(query);
  return (next) => page.showQuery(next);
}

const chosenDay = (query) => (isDay(query.get('day')) ? query.get('day') : null);

/** Connects the sections of the card. */
class CardPage {
  constructor(root, signal) {
    this.root = root;
    this.signal = signal;
    this.store = new CardStore(signal);
    this.isReady = false;
  }

  async load(query) {
    this.query = query;
    this.root.replaceChildren(element('h2', {}, text('card.title')),
      element('div', { class: 'card-wait', 'aria-hidden': 'true' }));
    try {
      await this.store.load(chosenDay(query));
    } catch (failure) {
      if (this.signal.aborted) return;
      this.root.lastElementChild?.remove();
      showError(this.root, failure, () => this.load(this.query));
      return;
    }
    if (!this.signal.aborted) this.build();
  }

  build() {
    const { store } = this;
    this.bunch = new BunchSection(store);
    this.bunches = new FullBunches(store);
    this.day = new DaySection(store);
    this.calendar = new Calendar(store);
    this.zone = new TimeZoneChoice(store, (card) => this.onZoneChange(card));
    this.bunch.words.append(this.bunches.root);
    this.root.lastElementChild?.remove();
    this.root.append(this.zone.offer, element('div', { class: 'card-parts' }, this.bunch.root, this.day.root,
      element('div', { class: 'card-side' }, this.calendar.root, this.zone.note)));
    store.addEventListener('list', () => this.day.show());
    store.addEventListener('change', () => this.update());
    watchDay(store, () => this.refresh());
    this.isReady = true;
    this.day.show();
    this.calendar.showChosenDay();
    this.update();
    this.planVisit();
  }

  /** Shows the state of the card. */
  update() {
    this.bunch.show();
    this.bunches.show();
    this.day.showCounts();
    this.calendar.draw();
    this.zone.show();
    this.calendar.loadMonth();
  }

  /** Shows the day of the address. */
  async showQuery(query) {
    this.query = query;
    if (!this.isReady) return;
    await this.whileBusy(() => this.store.chooseDay(chosenDay(query)));
    this.planVisit();
  }

  /** In another time zone it may be another day. */
  async onZoneChange(card) {
    this.store.months.clear();
    this.store.card = card;
    await this.whileBusy(() => this.store.chooseDay(this.store.chosen));
  }

  refresh() {
    return this.whileBusy(() => this.store.refresh());
  }

  async whileBusy(work) {
    const { list } = this.day;
    list.setAttribute('aria-busy', 'true');
    try {
      await work();
      if (this.signal.aborted) return;
      this.update();
      await this.calendar.showChosenDay();
    } catch (failure) {
      if (!this.signal.aborted) notifyError(failure);
    } finally {
      list.removeAttribute('aria-busy');
    }
  }

  /** Opens the form for a visit to the booth of the address. */
  async planVisit() {
    const id = Number(this.query.get('visit'));
    if (!Number.isSafeInteger(id) || id <= 0) return;
    try {
      const booth = await loadBooth(id);
      if (!this.signal.aborted) await openVisitDialog(this.store, { id, name: boothName(booth) });
    } catch (failure) {
      notifyError(failure);
    }
    // Otherwise reloading the page would open the form again.
    if (!this.signal.aborted && new URLSearchParams(location.search).has('visit')) go('/app/card', true);
  }
}
