// The list of booths: the accessible alternative to the map, with the same functions.

import { byId, element } from '../../core/dom.js';
import { formatNumber, formatWon, text } from '../../core/texts.js';
import { distanceFacts, openingState } from './booth-facts.js';
import { brandColour, initial } from './brand-colours.js';

export class BoothList {
  /** @param {{onSelect: (booth: any) => void, onMore: () => void, onClearFilters: () => void}} events */
  constructor(events) {
    this.events = events;
    this.title = element('h2', { id: 'list-title', 'aria-live': 'polite' });
    this.items = element('ol', { class: 'items', 'aria-labelledby': 'list-title' });
    this.foot = element('div', { class: 'foot' });
    byId('results').append(this.title, this.items, this.foot);
    this.items.append(...Array.from({ length: 5 }, () => element('li', { class: 'ghost', 'aria-hidden': 'true' })));
    this.title.textContent = text('loading');
  }

  showBusy() {
    byId('results').setAttribute('aria-busy', 'true');
  }

  /**
   * @param {any[]} booths
   * @param {{title: string, name?: string, hasMore: boolean, isFiltered: boolean}} about `name` of the place in the title
   */
  show(booths, { title, name = '', hasMore, isFiltered }) {
    byId('results').removeAttribute('aria-busy');
    const total = element('span', { class: 'total' }, text('count', { count: formatNumber(booths.length) }));
    this.title.replaceChildren(text(title, { name }), ' ', total);
    this.items.replaceChildren(...booths.map((booth) => this.item(booth)));
    const isEmpty = booths.length === 0;
    this.foot.replaceChildren(
      isEmpty ? element('p', { class: 'note' }, text(isFiltered ? 'empty' : 'emptyCatalogue')) : '',
      isEmpty && isFiltered ? this.button('clear', this.events.onClearFilters) : '',
      hasMore ? this.button('more', this.events.onMore) : '',
      isEmpty ? '' : element('p', { class: 'note' }, text('walkNote')));
  }

  item(booth) {
    const face = element('span', { class: 'face', 'aria-hidden': 'true' }, initial(booth.brand ?? booth.name));
    face.style.setProperty('--brand', brandColour(booth.brand));
    return element('li', {}, element(
      'button', { type: 'button', class: 'item', 'data-booth': booth.id, onclick: () => this.events.onSelect(booth) },
      face,
      element('span', { class: 'words' },
        element('span', { class: 'title' }, booth.name),
        element('span', { class: 'line' }, openingState(booth), ...distanceFacts(booth)),
        element('span', { class: 'line faint' }, summary(booth)))));
  }

  /** Moves the focus to a booth of the list, or to the list. */
  focus(id) {
    const item = this.items.querySelector(`[data-booth="${id}"]`) ?? byId('results');
    /** @type {HTMLElement} */ (item).focus();
  }

  button(key, onclick) {
    return element('button', { type: 'button', class: 'small', onclick }, text(key));
  }
}

function summary(booth) {
  const price = booth.price && text('price', { amount: formatWon(booth.price) });
  const cuts = booth.cuts && text('cuts', { count: booth.cuts });
  return [price, cuts, booth.road_address ?? booth.lot_address].filter(Boolean).join(' · ');
}
