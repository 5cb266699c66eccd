// The search box of the map: suggests places, chains and booths while somebody types, and what was chosen before.

import { isAborted } from '../../core/api.js';
import { byId, debounce, element } from '../../core/dom.js';
import { language, text } from '../../core/texts.js';
import { Combobox } from '../../widgets/combobox.js';

/**
 * @typedef {object} SearchResult as `/api/search` sends it
 * @property {'region' | 'station' | 'place' | 'brand' | 'booth' | 'address'} kind
 * @property {string} name
 * @property {string} [name_en]
 * @property {string} [area]
 * @property {string} [area_en]
 * @property {number} latitude
 * @property {number} longitude
 * @property {number[]} [bbox]
 * @property {string[]} [lines] of a station
 * @property {number} [booth_id]
 * @property {number} [distance_m]
 */

/** @typedef {Partial<import('./url-state.js').MapState>} Wishes */

export class SearchBox {
  /**
   * @param {{position: () => {latitude?: number, longitude?: number} | null | undefined,
   *   brands: () => {name: string}[],
   *   onLocate: () => void, onPlace: (place: SearchResult, wishes?: Wishes) => void,
   *   onBrand: (name: string, wishes?: Wishes) => void, onBooth: (id: number) => void,
   *   onText: (typed: string, wishes?: Wishes) => void}} events
   *   `position`: where distances are measured from; `brands`: the chains, largest first; `onText`: booths with this
   *   text are wanted, or with any; `wishes`: what was typed beside, as filters
   */
  constructor(events) {
    this.events = events;
    this.input = /** @type {HTMLInputElement} */ (byId('text'));
    this.combobox = new Combobox(this.input, { id: 'suggestions', label: text('search.options'),
      onOpen: () => this.suggest(), onEnter: () => this.takeFirst() });
    this.status = element('p', { class: 'unseen', role: 'status' });
    byId('search').append(this.status);
    /** The entries for the text of the input; null until they are there. @type {any[] | null} */
    this.entries = null;
    /** The text that entries are being loaded for. @type {{typed: string, work: Promise<void>} | null} */
    this.pending = null;
    const suggest = debounce(120, () => this.suggest());
    this.input.addEventListener('input', () => {
      this.entries = null;
      if (this.typed === '') this.events.onText('');
      suggest();
    });
    this.input.addEventListener('focus', () => { if (this.typed === '') this.suggest(); });
    byId('search').addEventListener('submit', (event) => event.preventDefault());
    document.addEventListener('keydown', (event) => this.onShortcut(event));
  }

  get typed() {
    return this.input.value.trim();
  }

  /** Shows a text without suggesting anything. */
  show(written) {
    this.input.value = written;
    this.entries = null;
    this.combobox.close();
  }

  // MARK: Suggestions

  /** Loads and shows the entries for the text of the input, once at a time for one text. */
  suggest() {
    const { typed } = this;
    if (this.pending?.typed === typed) return this.pending.work;
    const pending = { typed, work: this.load(typed) };
    this.pending = pending;
    return pending.work.finally(() => {
      if (this.pending === pending) this.pending = null;
    });
  }

  /** @param {string} typed */
  async load(typed) {
    const { firstEntries, resultEntries, storedEntries } = await import('./suggestions.js');
    let entries;
    try {
      entries = typed === '' ? firstEntries(this) : await resultEntries(this, typed);
      const isCounted = this.typed === typed && typed !== '';
      if (isCounted) this.status.textContent = text('search.count', { count: entries.length - 1 });
    } catch (failure) {
      if (isAborted(failure) || this.typed !== typed) return;
      // Offline the stored booths can still be searched.
      entries = await storedEntries(this, typed);
    }
    if (this.typed !== typed) return;
    this.entries = entries;
    this.combobox.show(entries);
  }

  /** Enter without an active option takes the first, also if it is not there yet. */
  async takeFirst() {
    if (this.typed === '') return;
    if (this.entries === null) await this.suggest();
    this.entries?.[0].onChoose();
  }

  // MARK: Choosing

  /** @param {SearchResult} result @param {Wishes} [wishes] */
  choose(result, wishes) {
    this.leave(result.kind === 'brand' || result.kind === 'booth' ? '' : nameOf(result));
    if (result.kind === 'brand') this.events.onBrand(result.name, wishes);
    else if (result.kind === 'booth' && result.booth_id) this.events.onBooth(result.booth_id);
    else this.events.onPlace(result, wishes);
  }

  /** Searches for a text as if it had been typed. @param {string} typed */
  search(typed) {
    this.input.value = typed;
    this.entries = null;
    return this.takeFirst();
  }

  /** The focus goes on to the list. */
  leave(written) {
    this.show(written);
    this.status.textContent = '';
    byId('results').focus({ preventScroll: true });
  }

  /** "/" goes to the box, as on many pages. @param {KeyboardEvent} event */
  onShortcut(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const isWriting = target.isContentEditable || target.matches('input, textarea, select');
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isWriting) return;
    if (this.input.offsetParent === null) return;
    event.preventDefault();
    this.input.focus();
    this.input.select();
  }
}

/** A place by its name in the page's language. @param {SearchResult} result */
export const nameOf = (result) => (language === 'ko' ? result.name : result.name_en ?? result.name);
