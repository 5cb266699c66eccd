// The filters of the list and the map: brands, opening, number of people, price.

import { get, isAborted } from '../../core/api.js';
import { byId, element } from '../../core/dom.js';
import { formatNumber, formatWon, text } from '../../core/texts.js';
import { icon } from '../../widgets/icon.js';
import { filtersOfBrands } from './booth-search.js';
import { assignColors, brandColor } from './brand-colors.js';
import { maxPeople, openingChoices, priceChoices } from './url-state.js';

const maxChips = 20;

export class FilterBar {
  /** @param {import('./url-state.js').MapState} state changed in place @param {() => void} onChange */
  constructor(state, onChange) {
    this.state = state;
    this.onChange = onChange;
    /** @type {{name: string, count: number}[]} */
    this.brands = [];
    /** The numbers of booths by brand that pass the other filters; null while they are unknown. @type {any} */
    this.counts = null;
    this.open = this.select('openLabel', openingChoices.map((value) => [value, openingText(value)]), (value) => {
      state.open = /** @type {any} */ (value);
    });
    const sizes = Array.from({ length: maxPeople },
      (_, index) => [String(index + 1), text('people', { count: index + 1 })]);
    this.people = this.select('peopleLabel', [['0', text('peopleAny')], ...sizes], (value) => {
      state.people = Number(value);
    });
    const prices = priceChoices.map((won) => [String(won), text('priceUpTo', { amount: formatWon(won) })]);
    this.price = this.select('priceLabel', [['0', text('priceAny')], ...prices], (value) => {
      state.price = Number(value);
    });
    this.saved = element('button', {
      type: 'button', class: 'choice saved', 'aria-label': text('saved.title'), onclick: () => this.toggleSaved(),
    }, icon('heart'), text('saved.filter'));
    this.chips = element('div', { class: 'chips', role: 'group', 'aria-label': text('brands') });
    byId('filters').append(element('div', { class: 'choices' }, this.open, this.people, this.price, this.saved), this.chips);
    this.draw();
  }

  /** Loads the brands, and how many booths of each pass the other filters. */
  async load() {
    this.brands = (await get('/api/brands')).brands.slice(0, maxChips);
    assignColors(this.brands.map(({ name }) => name));
    await this.count();
  }

  /** Counts the booths of the brands anew. The server's numbers know neither search texts nor saved booths. */
  async count() {
    const { text: typed, saved, open, people, price } = this.state;
    const isPlain = !open && !people && !price;
    try {
      const { brands } = typed || saved ? { brands: null }
        : isPlain ? this : await get('/api/brands', filtersOfBrands(this.state), 'brands');
      this.counts = brands && Object.fromEntries(brands.map(({ name, count }) => [name, count]));
    } catch (failure) {
      if (isAborted(failure)) return;
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

  clear() {
    Object.assign(this.state, { brands: [], open: '', people: 0, price: 0, saved: false });
    this.draw();
    this.onChange();
  }

  draw() {
    const { brands, open, people, price, saved } = this.state;
    this.saved.classList.toggle('is-set', saved);
    this.saved.setAttribute('aria-pressed', String(saved));
    this.open.value = open;
    this.open.classList.toggle('is-set', open !== '');
    this.people.value = String(people);
    this.people.classList.toggle('is-set', people > 0);
    this.price.value = String(price);
    this.price.classList.toggle('is-set', price > 0);
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.brand;
    // Brands of the address that the server did not list come first.
    const unlisted = brands.filter((name) => !this.brands.some((brand) => brand.name === name));
    const names = [...unlisted, ...this.brands.map(({ name }) => name)];
    this.chips.replaceChildren(...names.map((name) =>
      this.chip(name, this.counts && !unlisted.includes(name) ? this.counts[name] ?? 0 : null)));
    /** @type {HTMLElement | null} */
    const chip = focused ? this.chips.querySelector(`[data-brand="${CSS.escape(focused)}"]`) : null;
    chip?.focus();
  }

  chip(name, count) {
    const isOn = this.state.brands.includes(name);
    const dot = element('span', { class: 'dot', 'aria-hidden': 'true' });
    dot.style.setProperty('--brand', brandColor(name));
    const number = count !== null && element('span', { class: 'number' }, formatNumber(count));
    return element('button', {
      type: 'button', class: 'chip', 'data-brand': name, 'aria-pressed': String(isOn), onclick: () => this.toggle(name),
      'aria-label': count === null ? name : text('brandCount', { name, count: formatNumber(count) }),
    }, dot, name, number);
  }

  toggle(name) {
    const { brands } = this.state;
    this.state.brands = brands.includes(name) ? brands.filter((other) => other !== name) : [...brands, name];
    this.draw();
    this.onChange();
  }

  toggleSaved() {
    this.state.saved = !this.state.saved;
    this.draw();
    this.onChange();
  }

  select(label, options, set) {
    return /** @type {HTMLSelectElement} */ (element('select', {
      class: 'choice', 'aria-label': text(label),
      onchange: (event) => {
        set(event.target.value);
        this.draw();
        this.onChange();
      },
    }, ...options.map(([value, title]) => element('option', { value }, title))));
  }
}

function openingText(value) {
  return text({ '': 'openAny', now: 'openNow', 30: 'openIn30', 60: 'openIn60', 120: 'openIn120' }[value]);
}
