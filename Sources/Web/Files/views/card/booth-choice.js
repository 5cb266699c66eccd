// A field in which a booth is looked for and chosen, after the ARIA pattern of a combobox with a list.

import { get, isReplaced } from '../../api.js';
import { element, settled } from '../../dom.js';
import { count, text } from '../../texts.js';
import { explain } from '../../ui.js';

const most = 8;

/** `control` is the field itself; `list` and `said` belong below it. */
export class BoothChoice {
  /** @param {(booth: {id: number, name: string}) => void} picked */
  constructor(picked) {
    this.picked = picked;
    /** @type {{id: number, name: string} | null} */
    this.booth = null;
    /** @type {any[]} */
    this.found = [];
    this.active = -1;
    this.list = element('ul', { class: 'booth-options', id: 'booth-options', role: 'listbox', 'aria-label': text('card.booths'), hidden: true });
    this.said = element('p', { class: 'field-hint', role: 'status' });
    this.control = /** @type {HTMLInputElement} */ (element('input', {
      type: 'text', role: 'combobox', autocomplete: 'off', 'aria-autocomplete': 'list', 'aria-expanded': 'false',
      'aria-controls': 'booth-options', maxlength: 100, placeholder: text('searchHint'),
      oninput: () => this.typed(), onkeydown: (event) => this.key(event), onblur: () => this.hide(),
    }));
    this.search = settled(200, () => this.find());
  }

  /** Whether something was typed of which nothing was chosen. */
  get isOpenEnded() { return this.booth === null && this.control.value.trim() !== ''; }

  /** @param {{id: number, name: string}} booth */
  set(booth) {
    this.booth = booth;
    this.control.value = booth.name;
    this.said.textContent = '';
  }

  typed() {
    this.booth = null;
    if (this.control.value.trim()) this.search();
    else this.hide();
  }

  async find() {
    const words = this.control.value.trim();
    if (!words || this.booth) return;
    try {
      const { booths } = await get('/api/booths/search', { q: words, limit: most, fields: 'name,road_address,lot_address' }, 'booth-choice');
      if (document.activeElement === this.control) this.show(booths);
    } catch (failure) {
      if (!isReplaced(failure)) this.said.textContent = explain(failure);
    }
  }

  show(booths) {
    this.found = booths;
    this.active = -1;
    this.list.replaceChildren(...booths.map((booth, index) => this.option(booth, index)));
    this.said.textContent = booths.length ? count(booths.length) : text('card.noBooth');
    this.open(booths.length > 0);
  }

  option(booth, index) {
    return element('li', {
      id: `booth-option-${index}`, role: 'option', 'aria-selected': 'false',
      // The field keeps the focus.
      onpointerdown: (event) => event.preventDefault(), onclick: () => this.choose(index),
    }, element('span', {}, booth.name), element('span', { class: 'faint' }, booth.road_address ?? booth.lot_address ?? ''));
  }

  choose(index) {
    const booth = this.found[index];
    this.hide();
    this.set(booth);
    this.picked(booth);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const isOpen = !this.list.hidden;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!isOpen) return this.find();
      this.point(this.active + (event.key === 'ArrowDown' ? 1 : -1));
    } else if (event.key === 'Enter' && isOpen && this.active >= 0) {
      event.preventDefault();
      this.choose(this.active);
    } else if (event.key === 'Escape' && isOpen) {
      // Only the list, not the window around it.
      event.preventDefault();
      event.stopPropagation();
      this.hide();
    }
  }

  point(index) {
    const { length } = this.found;
    this.active = (index + length) % length;
    [...this.list.children].forEach((option, place) => option.setAttribute('aria-selected', String(place === this.active)));
    const option = this.list.children[this.active];
    this.control.setAttribute('aria-activedescendant', option.id);
    option.scrollIntoView({ block: 'nearest' });
  }

  hide() {
    this.open(false);
  }

  open(isOpen) {
    this.list.hidden = !isOpen;
    this.control.setAttribute('aria-expanded', String(isOpen));
    if (!isOpen) this.control.removeAttribute('aria-activedescendant');
  }
}
