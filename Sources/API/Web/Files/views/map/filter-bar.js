// The filters of the list and the map: brands, opening, number of people.

import { get } from '../../core/api.js';
import { byId, element } from '../../core/dom.js';
import { formatNumber, text } from '../../core/texts.js';
import { icon } from '../../widgets/icon.js';
import { assignColours, brandColour } from './brand-colours.js';
import { maxPeople, openingChoices } from './url-state.js';

const maxChips = 20;

export class FilterBar {
  /** @param {import('./url-state.js').MapState} state changed in place @param {() => void} onChange */
  constructor(state, onChange) {
    this.state = state;
    this.onChange = onChange;
    /** @type {{name: string, count: number}[]} */
    this.brands = [];
    this.open = this.select('openLabel', openingChoices.map((value) => [value, openingText(value)]), (value) => {
      state.open = /** @type {any} */ (value);
    });
    const sizes = Array.from({ length: maxPeople },
      (_, index) => [String(index + 1), text('people', { count: index + 1 })]);
    this.people = this.select('peopleLabel', [['0', text('peopleAny')], ...sizes], (value) => {
      state.people = Number(value);
    });
    this.saved = element('button', { type: 'button', class: 'choice saved', onclick: () => this.toggleSaved() },
      icon('heart'), text('saved.filter'));
    this.chips = element('div', { class: 'chips', role: 'group', 'aria-label': text('brands') });
    byId('filters').append(element('div', { class: 'choices' }, this.open, this.people, this.saved), this.chips);
    this.draw();
  }

  /** Loads the brands. */
  async load() {
    this.brands = (await get('/api/brands')).brands.slice(0, maxChips);
    assignColours(this.brands.map(({ name }) => name));
    this.draw();
  }

  get isSet() {
    const { brands, open, people, saved } = this.state;
    return brands.length > 0 || open !== '' || people > 0 || saved;
  }

  clear() {
    Object.assign(this.state, { brands: [], open: '', people: 0, saved: false });
    this.draw();
    this.onChange();
  }

  draw() {
    const { brands, open, people, saved } = this.state;
    this.saved.classList.toggle('is-set', saved);
    this.saved.setAttribute('aria-pressed', String(saved));
    this.open.value = open;
    this.open.classList.toggle('is-set', open !== '');
    this.people.value = String(people);
    this.people.classList.toggle('is-set', people > 0);
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.brand;
    // Brands of the address that the server did not list come first.
    const unlisted = brands.filter((name) => !this.brands.some((brand) => brand.name === name));
    const all = [...unlisted.map((name) => ({ name, count: null })), ...this.brands];
    this.chips.replaceChildren(...all.map((brand) => this.chip(brand)));
    /** @type {HTMLElement | null} */
    const chip = focused ? this.chips.querySelector(`[data-brand="${CSS.escape(focused)}"]`) : null;
    chip?.focus();
  }

  chip({ name, count }) {
    const isOn = this.state.brands.includes(name);
    const dot = element('span', { class: 'dot', 'aria-hidden': 'true' });
    dot.style.setProperty('--brand', brandColour(name));
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
