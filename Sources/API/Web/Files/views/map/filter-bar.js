// The filters of the list and the map: parts of the search text, brands, opening, number of people, price. What is set
// comes first, and is in view.

import { get, isAborted } from '../../core/api.js';
import { byId, element, present } from '../../core/dom.js';
import { brandName, formatNumber, formatWon, learnBrandNames, text } from '../../core/texts.js';
import { icon } from '../../widgets/icon.js';
import { filtersOfBrands } from './booth-search.js';
import { assignColors, brandDot } from './brand-colors.js';
import { maxPeople, openingChoices, priceChoices } from './url-state.js';

/** @typedef {import('./url-state.js').MapState} MapState */
/** @typedef {import('./text-parts.js').TextPart} TextPart */

const maxChips = 20;
/** The price of the button that takes one tap. */
const usualPrice = 5000;

export class FilterBar {
  /**
   * @param {MapState} state
   * @param {(changes: Partial<MapState>) => void} onChange
   * @param {(text: string) => void} onText the search text without a part of it is wanted
   */
  constructor(state, onChange, onText) {
    this.state = state;
    this.onChange = onChange;
    this.onText = onText;
    /** The parts of the search text as chips, once they are known. @type {{text: string, chips: HTMLElement[]}} */
    this.understood = { text: '', chips: [] };
    /** @type {{name: string, count: number}[]} */
    this.brands = [];
    /** The numbers of booths by brand that pass the other filters; null while they are unknown. @type {any} */
    this.counts = null;
    /** The state of the counts. */
    this.counted = '';
    const sizes = Array.from({ length: maxPeople },
      (_, index) => [String(index + 1), text('people', { count: index + 1 })]);
    const prices = priceChoices.map((won) => [String(won), priceText(won)]);
    /** In their usual order: the element, whether it is set, and what shows it. */
    this.choices = [
      this.quick('openNow', text('openNow'), ({ open }) => open === 'now', (isOn) => ({ open: isOn ? 'now' : '' })),
      this.quick('allDay', text('openAllDay.short'), ({ open }) => open === 'all-day',
        (isOn) => ({ open: isOn ? 'all-day' : '' }), { label: text('openAllDay') }),
      this.quick('price', priceText(usualPrice), ({ price }) => price === usualPrice,
        (isOn) => ({ price: isOn ? usualPrice : 0 })),
      this.quick('saved', text('saved.filter'), ({ saved }) => saved, (isOn) => ({ saved: isOn }),
        { icon: 'heart', label: text('saved.title') }),
      this.select('peopleLabel', [['0', text('peopleAny')], ...sizes], ({ people }) => people,
        (value) => ({ people: Number(value) })),
      this.quick('known', text('openKnown'), ({ known }) => known, (isOn) => ({ known: isOn }),
        { isOffered: ({ open }) => open !== '' && open !== 'all-day' }),
      this.select('openLabel', openingChoices.map((value) => [value, openingText(value)]), ({ open }) => open,
        (value) => ({ open: /** @type {MapState['open']} */ (value) }), ['now', 'all-day']),
      this.select('priceLabel', [['0', text('priceAny')], ...prices], ({ price }) => price,
        (value) => ({ price: Number(value) }), [String(usualPrice)]),
    ];
    this.root = byId('filters');
    this.draw();
  }

  /** Takes the brands, and has those counted that pass the other filters. @param {Promise<{brands: any[]}>} answer */
  async load(answer) {
    this.brands = (await answer).brands.slice(0, maxChips);
    learnBrandNames(this.brands);
    assignColors(this.brands.map(({ name }) => name));
    this.count();
  }

  /** @param {MapState} state */
  show(state) {
    this.state = state;
    this.draw();
    if (this.brands.length > 0) this.count();
  }

  /** What the parts of a search text were taken for. @param {string} typed @param {TextPart[]} parts */
  async showParts(typed, parts) {
    const chips = parts.length === 0 ? [] : (await import('./part-chips.js')).partChips(parts, this.onText);
    if (typed !== this.state.text) return;
    this.understood = { text: typed, chips };
    this.draw();
  }

  /** Counts the booths of the brands. The server's numbers know neither search texts nor saved booths. */
  async count() {
    const { text: typed, saved, open, known, people, price } = this.state;
    const wanted = JSON.stringify([typed !== '', saved, open, known, people, price]);
    if (wanted === this.counted) return;
    this.counted = wanted;
    const isPlain = !open && !people && !price;
    try {
      const { brands } = typed || saved ? { brands: null }
        : isPlain ? this : await get('/api/brands', filtersOfBrands(this.state), 'brands');
      if (wanted !== this.counted) return;
      this.counts = brands && Object.fromEntries(brands.map(({ name, count }) => [name, count]));
    } catch (failure) {
      if (isAborted(failure) || wanted !== this.counted) return;
      this.counted = '';
      this.counts = null;
    }
    this.draw();
  }

  /** How many booths the listed brands have, whatever the filters are. */
  get boothCount() {
    return this.brands.reduce((sum, { count }) => sum + count, 0);
  }

  get isSet() {
    return this.hasConditions || this.state.saved;
  }

  /** Whether booths are left out by what they are. */
  get hasConditions() {
    const { brands, open, people, price } = this.state;
    return brands.length > 0 || open !== '' || people > 0 || price > 0;
  }

  /** What is set comes first: parts of the text, chains, then wishes. */
  draw() {
    const { brands } = this.state;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    const brand = focused?.dataset.brand;
    for (const choice of this.choices) choice.draw();
    const isSet = this.choices.map((choice) => choice.isSet());
    // Brands of the address that the server did not list have no number.
    const listed = this.brands.map(({ name }) => name);
    const chip = (name) => this.chip(name, this.counts && listed.includes(name) ? this.counts[name] ?? 0 : null);
    const { text: typed, chips } = this.understood;
    const items = [
      ...(typed === this.state.text ? chips : []), ...brands.map(chip),
      ...this.choices.filter((_, index) => isSet[index]).map(({ root }) => root),
      ...this.choices.filter((_, index) => !isSet[index]).map(({ root }) => root),
      ...listed.filter((name) => !brands.includes(name)).map(chip),
    ];
    this.root.replaceChildren(...items.filter(({ hidden }) => !hidden));
    const wanted = JSON.stringify([brands, isSet, typed]);
    if (wanted !== this.drawn) this.root.scrollLeft = 0;
    this.drawn = wanted;
    if (brand !== undefined) items.find(({ dataset }) => dataset.brand === brand)?.focus();
    else if (focused && items.includes(focused)) focused.focus();
  }

  chip(name, count) {
    const { brands } = this.state;
    const isOn = brands.includes(name);
    const shown = brandName(name);
    const dot = brandDot(name);
    const number = count !== null && element('span', { class: 'number' }, formatNumber(count));
    return element('button', {
      type: 'button', class: 'chip', 'data-brand': name, 'aria-pressed': String(isOn),
      onclick: () => this.onChange({ brands: isOn ? brands.filter((other) => other !== name) : [...brands, name] }),
      'aria-label': count === null ? shown : text('brandCount', { name: shown, count: formatNumber(count) }),
    }, dot, shown, number, isOn && icon('close'));
  }

  /**
   * A wish that takes one tap.
   * @param {string} name @param {string} words @param {(state: MapState) => boolean} isSet
   * @param {(isOn: boolean) => Partial<MapState>} changes
   */
  quick(name, words, isSet, changes, { icon: iconName = '', label = undefined, isOffered = always } = {}) {
    const root = element('button', {
      type: 'button', class: `choice quick ${name}`, 'aria-label': label,
      onclick: () => this.onChange(changes(!isSet(this.state))),
    });
    const draw = () => {
      const isOn = isSet(this.state);
      root.hidden = !isOffered(this.state);
      root.classList.toggle('is-set', isOn);
      root.setAttribute('aria-pressed', String(isOn));
      root.replaceChildren(...present([iconName !== '' && icon(iconName), words, isOn && icon('close')]));
    };
    return { root, isSet: () => isSet(this.state), draw };
  }

  /**
   * @param {string} label @param {string[][]} options @param {(state: MapState) => string | number} value
   * @param {(value: string) => Partial<MapState>} changes @param {string[]} quick values that a button shows
   */
  select(label, options, value, changes, quick = []) {
    const root = /** @type {HTMLSelectElement} */ (element('select', {
      class: 'choice', 'aria-label': text(label), onchange: () => this.onChange(changes(root.value)),
    }, ...options.map(([option, title]) => element('option', { value: option }, title))));
    const isSet = () => ![options[0][0], ...quick].includes(String(value(this.state)));
    const draw = () => {
      root.value = String(value(this.state));
      root.classList.toggle('is-set', isSet());
    };
    return { root, isSet, draw };
  }
}

/** @type {(state: MapState) => boolean} */
const always = () => true;
const priceText = (won) => text('priceUpTo', { amount: formatWon(won) });

/** The words of a wish when a booth is to be open. @param {string} value */
export const openingText = (value) =>
  text({ '': 'openAny', now: 'openNow', 30: 'openIn30', 60: 'openIn60', 120: 'openIn120',
    'all-day': 'openAllDay' }[value]);
