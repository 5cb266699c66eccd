// The list of booths: the map in words.

import { byId, element } from '../../core/dom.js';
import { formatDistance, formatNumber, formatWon, text } from '../../core/texts.js';
import { minutesOnFoot } from './booth-search.js';
import { colour, initial } from './brand-colours.js';

const longestWalk = 90;

/** The list of the page. */
export class List {
  /** @param {{pick: (booth: any) => void, more: () => void, clear: () => void}} events */
  constructor(events) {
    this.events = events;
    this.title = element('h2', { id: 'list-title', 'aria-live': 'polite' });
    this.items = element('ol', { class: 'items', 'aria-labelledby': 'list-title' });
    this.foot = element('div', { class: 'foot' });
    byId('results').append(this.title, this.items, this.foot);
    this.items.append(...Array.from({ length: 5 }, () => element('li', { class: 'ghost', 'aria-hidden': 'true' })));
    this.title.textContent = text('loading');
  }

  busy() {
    byId('results').setAttribute('aria-busy', 'true');
  }

  /** @param {any[]} booths @param {{title: string, hasMore: boolean, isFiltered: boolean}} about */
  show(booths, { title, hasMore, isFiltered }) {
    byId('results').removeAttribute('aria-busy');
    this.title.replaceChildren(text(title), ' ', element('span', { class: 'total' }, text('count', { count: formatNumber(booths.length) })));
    this.items.replaceChildren(...booths.map((booth) => this.item(booth)));
    const isEmpty = booths.length === 0;
    this.foot.replaceChildren(
      isEmpty ? element('p', { class: 'note' }, text(isFiltered ? 'empty' : 'emptyCatalogue')) : '',
      isEmpty && isFiltered ? this.button('clear', this.events.clear) : '',
      hasMore ? this.button('more', this.events.more) : '',
      isEmpty ? '' : element('p', { class: 'note' }, text('walkNote')));
  }

  item(booth) {
    const face = element('span', { class: 'face', 'aria-hidden': 'true' }, initial(booth.brand ?? booth.name));
    face.style.setProperty('--brand', colour(booth.brand));
    return element('li', {}, element(
      'button', { type: 'button', class: 'item', 'data-booth': booth.id, onclick: () => this.events.pick(booth) }, face,
      element('span', { class: 'words' },
        element('span', { class: 'title' }, booth.name),
        element('span', { class: 'line' }, opening(booth), ...way(booth)),
        element('span', { class: 'line faint' }, facts(booth)))));
  }

  /** Gives the focus back to the booth that was looked at. */
  focus(id) {
    const item = this.items.querySelector(`[data-booth="${id}"]`) ?? byId('results');
    /** @type {HTMLElement} */ (item).focus();
  }

  button(key, act) {
    return element('button', { type: 'button', class: 'small', onclick: act }, text(key));
  }
}

/** Whether it is open, as a word: colour alone says nothing to many. */
export function opening(booth) {
  const word = { open: 'open', closed: 'closed' }[booth.open] ?? 'openUnknown';
  return element('span', { class: `opening is-${booth.open ?? 'unknown'}` }, text(word));
}

/** How far it is, and how long that takes on foot. */
export function way(booth) {
  if (booth.distance_m === undefined) return [];
  const minutes = minutesOnFoot(booth.distance_m);
  const walk = minutes <= longestWalk && element('span', { class: 'walk-time' }, text('walk', { minutes }));
  return [element('span', { class: 'far' }, formatDistance(booth.distance_m)), walk].filter(Boolean);
}

function facts(booth) {
  const price = booth.price && text('price', { amount: formatWon(booth.price) });
  const cuts = booth.cuts && text('cuts', { count: booth.cuts });
  return [price, cuts, booth.road_address ?? booth.lot_address].filter(Boolean).join(' · ');
}
