// The list of booths: the accessible alternative to the map, with the same functions.

import { get } from '../../core/api.js';
import { currencyOf } from '../../core/country.js';
import { byId, element } from '../../core/dom.js';
import { boothName, formatDistance, formatMoney, formatNumber, text } from '../../core/texts.js';
import { photo } from '../../widgets/photo.js';
import { listAddress, openingState, walkingText } from './booth-facts.js';
import { brandColor, initial } from './brand-colors.js';

/**
 * @typedef {{text: string, parts: import('./text-parts.js').TextPart[], isSaved: boolean, isSet: boolean}} Filters
 *   `parts` of the text; `isSet`: others than the text and "saved"
 */

/** @type {Filters} */
const noFilters = { text: '', parts: [], isSaved: false, isSet: false };

export class BoothList {
  /**
   * @param {{onSelect: (booth: any) => void, onMore: () => void, onClearFilters: () => void, onClearText: () => void,
   *   onLift: (changes: any) => void, onSort: (order: string) => void, onPoint: (booth: any) => void,
   *   onPropose: (button: any) => void}} events
   *   `onLift`: a condition is given up; `onPoint`: a booth is pointed at, or none
   */
  constructor(events) {
    this.events = events;
    this.title = element('h2', { id: 'list-title', 'aria-live': 'polite' });
    this.orders = /** @type {HTMLSelectElement} */ (element('select', {
      class: 'choice order', 'aria-label': text('sort.label'), hidden: true,
      onchange: () => this.events.onSort(this.orders.value),
    }));
    this.items = element('ol', { class: 'items', 'aria-labelledby': 'list-title' });
    this.foot = element('div', { class: 'foot' });
    byId('results').append(
      element('div', { class: 'results-head' }, this.title, this.orders), this.items, this.foot);
    this.items.append(...Array.from({ length: 5 }, () => element('li', { class: 'ghost', 'aria-hidden': 'true' })));
    this.title.textContent = text('loading');
  }

  showBusy() {
    byId('results').setAttribute('aria-busy', 'true');
  }

  /**
   * @param {any[]} booths
   * @param {{title: string, hasMore: boolean, canGrow?: boolean, filters?: Filters, orders?: string[], order?: string,
   *   isOpenFirst?: boolean}}
   *   about `isOpenFirst`: a line above those whose hours are unknown; `hasMore`: more booths are known to exist,
   *   `canGrow`: and can be listed; `orders` to choose from, the first
   *   is the usual one
   */
  show(booths, { title, hasMore, canGrow = false, filters = noFilters, orders = [], order = '', isOpenFirst = false }) {
    byId('results').removeAttribute('aria-busy');
    const count = text(hasMore ? 'countMore' : 'count', { count: formatNumber(booths.length) });
    this.title.replaceChildren(text(title), ' ', element('span', { class: 'total' }, count));
    this.items.replaceChildren(...booths.map((booth) => this.item(booth)));
    const firstUnknown = isOpenFirst && booths.find(({ open }) => open !== 'open');
    if (firstUnknown) {
      this.row(firstUnknown.id)?.parentElement?.before(element('li', { class: 'divider' }, text('openUnknown')));
    }
    const isEmpty = booths.length === 0;
    this.orders.hidden = orders.length < 2 || isEmpty;
    this.orders.replaceChildren(...orders.map((value) => element('option', { value }, text(`sort.${value}`))));
    if (orders.length > 0) this.orders.value = order || orders[0];
    this.foot.replaceChildren(...(isEmpty ? this.emptyFoot(filters) : [
      canGrow ? this.button('more', this.events.onMore) : '',
      element('p', { class: 'note' }, text('walkNote')), this.proposeButton(),
    ]));
    this.loadCovers(booths);
  }

  /** Why there are none, and what leads to some. @param {Filters} filters */
  emptyFoot({ text: typed, parts, isSaved, isSet }) {
    if (typed || isSet || isSaved) {
      const unknown = parts.filter(({ kind }) => kind === 'unknown').map((part) => part.text);
      const reason = unknown.length > 0 && parts.length > 1 ? text('emptyPart', { text: unknown.join('”, “') })
        : typed ? text('emptyText', { text: typed }) : text(isSet ? 'empty' : 'saved.empty');
      return [element('p', { class: 'note' }, reason),
        typed && this.button('clearText', this.events.onClearText),
        (isSet || isSaved) && this.button(isSet ? 'clear' : 'saved.all', this.events.onClearFilters),
        this.proposeButton()].filter(Boolean);
    }
    return [element('p', { class: 'note' }, text('emptyCatalogue')), this.proposeButton(),
      element('p', { class: 'note' }, text('emptyOperator')),
      element('code', { class: 'command' }, 'fourcuts import --source NAME FILE.csv')];
  }

  /** @param {number} total of the booths that could be listed */
  showTotal(total) {
    const shown = this.title.querySelector('.total');
    if (shown) shown.textContent = text('count', { count: formatNumber(total) });
  }

  /**
   * Below an empty list: what leads to how many booths.
   * @param {(import('./conditions.js').WayOut & {count: number, hasMore: boolean})[]} offers
   */
  offer(offers) {
    const buttons = offers.map(({ key, name, changes, count, hasMore }) => element('button', {
      type: 'button', class: 'small', onclick: () => this.events.onLift(changes),
    }, text(key, { name, count: formatNumber(count) + (hasMore ? '+' : '') })));
    this.foot.querySelector('.note')?.after(...buttons);
  }

  item(booth) {
    const face = element('span', { class: 'face', 'aria-hidden': 'true' }, initial(booth.brand ?? booth.name));
    face.style.setProperty('--brand', brandColor(booth.brand));
    const point = () => this.events.onPoint(booth);
    const leave = () => this.events.onPoint(null);
    return element('li', {}, element(
      'button', {
        type: 'button', class: 'item', 'data-booth': booth.id, onclick: () => this.events.onSelect(booth),
        onmouseenter: point, onmouseleave: leave, onfocus: point, onblur: leave,
      },
      face,
      element('span', { class: 'words' },
        element('span', { class: 'title-line' }, element('span', { class: 'title' }, boothName(booth)),
          booth.distance_m !== undefined && element('span', { class: 'far' }, formatDistance(booth.distance_m))),
        openingState(booth),
        element('span', { class: 'faint' }, summary(booth)))));
  }

  /** Replaces the initials of booths that have photos. Without a network, or without photos, the initials stay. */
  async loadCovers(booths) {
    const ids = booths.slice(0, 100).map(({ id }) => id).join(',');
    if (!ids || !navigator.onLine) return;
    try {
      const { covers } = await get('/api/booths/covers', { ids }, 'covers');
      for (const cover of covers) {
        this.row(cover.booth)?.querySelector('.face')?.replaceChildren(photo(cover.photo, 320, ''));
      }
    } catch {
      // The list is complete without.
    }
  }

  /** Highlights the row of a booth, or none. @param {number | null} id */
  point(id) {
    for (const row of this.items.querySelectorAll('.is-pointed')) row.classList.remove('is-pointed');
    if (id !== null) this.row(id)?.classList.add('is-pointed');
  }

  row(id) {
    return this.items.querySelector(`[data-booth="${id}"]`);
  }

  /** Moves the focus to a booth of the list, or to the list. */
  focus(id) {
    const item = this.row(id) ?? byId('results');
    /** @type {HTMLElement} */ (item).focus();
  }

  proposeButton() {
    return this.button('proposal.title', ({ currentTarget }) => this.events.onPropose(currentTarget));
  }

  button(key, onclick) {
    return element('button', { type: 'button', class: 'small', onclick }, text(key));
  }
}

function summary(booth) {
  const price = booth.price !== null && booth.price !== undefined
    && text('price', { amount: formatMoney(booth.price, currencyOf(booth)) });
  const cuts = booth.cuts && text('cuts', { count: booth.cuts });
  return [walkingText(booth), price, cuts, listAddress(booth)].filter(Boolean).join(' · ');
}
