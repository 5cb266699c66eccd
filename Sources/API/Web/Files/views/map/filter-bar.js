// What the list is narrowed to: chains, opening, size of the party.

import { get } from '../../core/api.js';
import { byId, element } from '../../core/dom.js';
import { formatNumber, text } from '../../core/texts.js';
import { colour, learn } from './brand-colours.js';
import { mostPeople, openChoices } from './url-state.js';

const mostChips = 20;

/** The row of filters. */
export class Filters {
  /** @param {import('./url-state.js').Shown} shown @param {() => void} changed */
  constructor(shown, changed) {
    this.shown = shown;
    this.changed = changed;
    /** @type {{name: string, count: number}[]} */
    this.brands = [];
    this.open = this.choice('openLabel', openChoices.map((value) => [value, openText(value)]), (value) => {
      shown.open = /** @type {any} */ (value);
    });
    const sizes = Array.from({ length: mostPeople }, (_, index) => [String(index + 1), text('people', { count: index + 1 })]);
    this.people = this.choice('peopleLabel', [['0', text('peopleAny')], ...sizes], (value) => {
      shown.people = Number(value);
    });
    this.chips = element('div', { class: 'chips', role: 'group', 'aria-label': text('brands') });
    byId('filters').append(element('div', { class: 'choices' }, this.open, this.people), this.chips);
    this.draw();
  }

  /** Asks which chains there are. */
  async load() {
    this.brands = (await get('/api/brands')).brands.slice(0, mostChips);
    learn(this.brands.map(({ name }) => name));
    this.draw();
  }

  get isSet() {
    const { brands, open, people } = this.shown;
    return brands.length > 0 || open !== '' || people > 0;
  }

  clear() {
    Object.assign(this.shown, { brands: [], open: '', people: 0 });
    this.draw();
    this.changed();
  }

  /** Shows what is set. */
  draw() {
    const { brands, open, people } = this.shown;
    this.open.value = open;
    this.open.classList.toggle('is-set', open !== '');
    this.people.value = String(people);
    this.people.classList.toggle('is-set', people > 0);
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.brand;
    const unknown = brands.filter((name) => !this.brands.some((brand) => brand.name === name));
    const all = [...unknown.map((name) => ({ name, count: null })), ...this.brands];
    this.chips.replaceChildren(...all.map((brand) => this.chip(brand)));
    /** @type {HTMLElement | null} */
    const chip = focused ? this.chips.querySelector(`[data-brand="${CSS.escape(focused)}"]`) : null;
    chip?.focus();
  }

  chip({ name, count }) {
    const isOn = this.shown.brands.includes(name);
    const dot = element('span', { class: 'dot', 'aria-hidden': 'true' });
    dot.style.setProperty('--brand', colour(name));
    const number = count !== null && element('span', { class: 'number' }, formatNumber(count));
    return element('button', {
      type: 'button', class: 'chip', 'data-brand': name, 'aria-pressed': String(isOn), onclick: () => this.toggle(name),
      'aria-label': count === null ? name : text('brandCount', { name, count: formatNumber(count) }),
    }, dot, name, number);
  }

  toggle(name) {
    const { brands } = this.shown;
    this.shown.brands = brands.includes(name) ? brands.filter((other) => other !== name) : [...brands, name];
    this.draw();
    this.changed();
  }

  choice(label, options, set) {
    return /** @type {HTMLSelectElement} */ (element('select', {
      class: 'choice', 'aria-label': text(label),
      onchange: (event) => {
        set(event.target.value);
        this.draw();
        this.changed();
      },
    }, ...options.map(([value, title]) => element('option', { value }, title))));
  }
}

function openText(value) {
  return text({ '': 'openAny', now: 'openNow', 30: 'openIn30', 60: 'openIn60', 120: 'openIn120' }[value]);
}
