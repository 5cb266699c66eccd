// The search box of the map: suggests places, chains and booths while somebody types, and what was chosen before.

import { get, isAborted } from '../../core/api.js';
import { byId, debounce, element } from '../../core/dom.js';
import { getStored, removeStored, setStored } from '../../core/storage.js';
import { formatDistance, language, text } from '../../core/texts.js';
import { Combobox } from '../../widgets/combobox.js';
import { storedMatches } from './booth-search.js';

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
 * @property {number} [booth_id]
 * @property {number} [distance_m]
 */

const maxResults = 8;
const maxRecents = 6;
/** Where the device keeps what was chosen. */
const storedName = 'recent-searches';

export class SearchBox {
  /**
   * @param {{position: () => {latitude?: number, longitude?: number} | null | undefined, onPlace: (place: SearchResult) => void,
   *   onBrand: (name: string) => void, onBooth: (id: number) => void, onText: (typed: string) => void}} events
   *   `position`: where distances are measured from; `onText`: booths with this text are wanted, or with any
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
    try {
      const entries = typed === '' ? this.recents() : await this.results(typed);
      if (this.typed !== typed) return;
      this.entries = entries;
      this.combobox.show(entries);
      this.status.textContent = typed === '' ? '' : text('search.count', { count: entries.length - 1 });
    } catch (failure) {
      if (isAborted(failure) || this.typed !== typed) return;
      // Offline the stored booths can still be searched.
      const entries = [...await this.storedResults(typed), this.textEntry(typed)];
      if (this.typed !== typed) return;
      this.entries = entries;
      this.combobox.show(entries);
    }
  }

  async storedResults(typed) {
    const booths = await storedMatches(typed, this.events.position(), maxResults);
    return booths.map(({ id, name, latitude, longitude, distance_m, road_address: road, lot_address: lot }) => this.entry(
      { kind: 'booth', name, area: road ?? lot ?? undefined, latitude, longitude, booth_id: id, distance_m }));
  }

  async results(typed) {
    const position = this.events.position();
    const { results } = await get('/api/search', { q: typed, limit: maxResults,
      lat: position?.latitude?.toFixed(3), lon: position?.longitude?.toFixed(3) }, 'suggestions');
    return [...results.map((result) => this.entry(result)), this.textEntry(typed)];
  }

  /** Enter without an active option takes the first, also if it is not there yet. */
  async takeFirst() {
    if (this.typed === '') return;
    if (this.entries === null) await this.suggest();
    this.entries?.[0].onChoose();
  }

  /** @param {SearchResult} result */
  entry(result, isRecent = false) {
    const [main, other] = language === 'ko' || !result.name_en ? [result.name, '']
      : [result.name_en, result.name];
    const area = language === 'ko' ? result.area : result.area_en ?? result.area;
    const where = [other, area].filter(Boolean).join(' · ');
    const kind = text(isRecent ? 'search.recent' : `search.kind.${result.kind}`);
    const distance = result.distance_m === undefined || isRecent ? '' : formatDistance(result.distance_m);
    return {
      content: [element('b', {}, main), element('span', { class: 'faint' }, where),
        element('span', { class: 'kind' }, [kind, distance].filter(Boolean).join(' · '))],
      onChoose: () => this.choose(result),
    };
  }

  textEntry(typed) {
    return {
      content: [element('b', {}, text('search.text', { text: typed }))],
      onChoose: () => {
        this.leave(typed);
        this.events.onText(typed);
      },
    };
  }

  // MARK: Choosing

  /** @param {SearchResult} result */
  choose(result) {
    remember(result);
    this.leave(result.kind === 'brand' || result.kind === 'booth' ? '' : nameOf(result));
    if (result.kind === 'brand') this.events.onBrand(result.name);
    else if (result.kind === 'booth' && result.booth_id) this.events.onBooth(result.booth_id);
    else this.events.onPlace(result);
  }

  /** The focus goes on to the list. */
  leave(written) {
    this.show(written);
    this.status.textContent = '';
    byId('results').focus({ preventScroll: true });
  }

  recents() {
    const recents = storedRecents();
    if (recents.length === 0) return [];
    const clear = {
      content: [element('span', { class: 'faint' }, text('search.clearRecents'))],
      onChoose: () => {
        removeStored(storedName);
        this.suggest();
      },
    };
    return [...recents.map((result) => this.entry(result, true)), clear];
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

/** @returns {SearchResult[]} */
function storedRecents() {
  const stored = getStored(storedName);
  return Array.isArray(stored) ? stored.filter((result) => typeof result?.name === 'string').slice(0, maxRecents) : [];
}

/** @param {SearchResult} result */
function remember(result) {
  const isSame = (other) => other.kind === result.kind && other.name === result.name && other.area === result.area;
  const { distance_m: _, ...kept } = result;
  setStored(storedName, [kept, ...storedRecents().filter((other) => !isSame(other))].slice(0, maxRecents));
}
