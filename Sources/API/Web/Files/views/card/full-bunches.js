// The full bunches: their number, and when expanded the day on which each was completed.

import { get } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { showError } from '../../widgets/error.js';
import { formatDay } from './dates.js';

export class FullBunches {
  /** @param {import('./card-store.js').CardStore} store */
  constructor(store) {
    this.store = store;
    this.summary = element('summary');
    this.list = element('ol', { class: 'bunches' });
    this.root = /** @type {HTMLDetailsElement} */ (element('details',
      { class: 'full-bunches', ontoggle: () => this.load() }, this.summary, this.list));
    this.loadedCount = -1;
  }

  show() {
    const { full_bunches: count } = this.store.card;
    this.root.hidden = count === 0;
    this.summary.textContent = text('card.fullBunches', { count });
    if (this.root.open && count !== this.loadedCount) this.load();
  }

  async load() {
    const { card, signal } = this.store;
    if (!this.root.open || this.loadedCount === card.full_bunches) return;
    try {
      const { bunches } = await get('/api/card/bunches', {}, signal);
      this.loadedCount = card.full_bunches;
      this.list.replaceChildren(...bunches.map(({ number, completed_on: day }) =>
        element('li', {}, element('b', {}, text('card.bunchNumber', { number })), ' ', formatDay(day, card.today))));
    } catch (failure) {
      this.list.replaceChildren();
      showError(this.list, failure, () => this.load());
    }
  }
}
