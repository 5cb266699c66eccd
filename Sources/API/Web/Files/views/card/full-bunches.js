// The bunches that are full: how many, and since when, once somebody wants to know.

import { get } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { showError } from '../../widgets/error.js';
import { named } from './dates.js';

/** The full bunches below the current one. */
export class Bunches {
  /** @param {import('./card-store.js').Plan} plan */
  constructor(plan) {
    this.plan = plan;
    this.summary = element('summary');
    this.list = element('ol', { class: 'bunches' });
    this.root = /** @type {HTMLDetailsElement} */ (element('details', { class: 'full-bunches', ontoggle: () => this.fill() }, this.summary, this.list));
    this.shown = -1;
  }

  show() {
    const { full_bunches: count } = this.plan.card;
    this.root.hidden = count === 0;
    this.summary.textContent = text('card.fullBunches', { count });
    if (this.root.open && count !== this.shown) this.fill();
  }

  async fill() {
    const { card, signal } = this.plan;
    if (!this.root.open || this.shown === card.full_bunches) return;
    try {
      const { bunches } = await get('/api/card/bunches', {}, signal);
      this.shown = card.full_bunches;
      this.list.replaceChildren(...bunches.map(({ number, completed_on: day }) =>
        element('li', {}, element('b', {}, text('card.bunchNumber', { number })), ' ', named(day, card.today))));
    } catch (failure) {
      this.list.replaceChildren();
      showError(this.list, failure, () => this.fill());
    }
  }
}
