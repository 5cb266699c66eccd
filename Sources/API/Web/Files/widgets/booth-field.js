// Choosing a booth by typing some of its name: a combobox as the ARIA Authoring Practices describe it.

import { get, isReplaced } from '../core/api.js';
import { element, settled } from '../core/dom.js';
import { text } from '../core/texts.js';
import { explain, field, iconButton } from './ui.js';

const most = 8;

/** The field of the booth. */
export class BoothField {
  /** @param {{id: number, name: string} | null} booth @param {() => void} changed */
  constructor(booth, changed, label = text('feed.boothLabel')) {
    /** @type {{id: number, name: string} | null} */
    this.booth = booth;
    this.changed = changed;
    /** @type {HTMLElement[]} */
    this.options = [];
    this.at = -1;
    this.input = /** @type {HTMLInputElement} */ (element('input', {
      type: 'text', role: 'combobox', autocomplete: 'off', maxlength: '100', placeholder: text('feed.boothHint'),
      'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': 'booth-options',
    }));
    this.list = element('ul', { class: 'options', id: 'booth-options', role: 'listbox', 'aria-label': text('feed.boothOptions'), hidden: true });
    this.told = element('p', { class: 'field-hint', role: 'status' });
    this.clear = iconButton('close', text('feed.boothClear'), () => {
      this.pick(null);
      this.input.focus();
    });
    this.root = field('booth', label, this.input);
    this.input.after(this.clear, this.list, this.told);
    this.root.classList.add('booth-field');
    const ask = settled(200, () => this.ask());
    this.input.addEventListener('input', () => {
      this.booth = null;
      this.clear.hidden = this.input.value === '';
      this.changed();
      ask();
    });
    this.input.addEventListener('keydown', (event) => this.press(event));
    this.input.addEventListener('blur', () => this.close());
    this.show();
  }

  /** Whether something was typed that names no booth. */
  get isOpen() {
    return this.booth === null && this.input.value.trim() !== '';
  }

  show() {
    this.input.value = this.booth?.name ?? '';
    this.clear.hidden = this.booth === null;
    this.close();
  }

  pick(booth) {
    this.booth = booth;
    this.show();
    this.changed();
  }

  async ask() {
    const words = this.input.value.trim();
    if (!words || this.booth) return this.close();
    try {
      const { booths } = await get('/api/booths/search', { q: words, limit: most, fields: 'name,road_address,lot_address' }, 'booth-choice');
      if (this.input.value.trim() !== words || !this.input.isConnected) return undefined;
      this.open(booths);
    } catch (failure) {
      if (isReplaced(failure)) return undefined;
      this.close();
      this.told.textContent = explain(failure);
    }
    return undefined;
  }

  open(booths) {
    this.options = booths.map((booth, index) => element('li', {
      class: 'option', role: 'option', id: `booth-option-${index}`, 'aria-selected': 'false',
      // The focus stays where it is typed, else the list would close before it is chosen from.
      onmousedown: (event) => event.preventDefault(), onclick: () => this.pick({ id: booth.id, name: booth.name }),
    }, element('b', {}, booth.name), element('span', { class: 'faint' }, booth.road_address ?? booth.lot_address ?? '')));
    this.list.replaceChildren(...this.options);
    this.mark(-1);
    const isFound = booths.length > 0;
    this.list.hidden = !isFound || document.activeElement !== this.input;
    this.input.setAttribute('aria-expanded', String(!this.list.hidden));
    this.told.textContent = isFound ? text('feed.boothFound', { count: booths.length }) : text('feed.boothNone');
  }

  close() {
    this.list.hidden = true;
    this.input.setAttribute('aria-expanded', 'false');
    this.told.textContent = '';
    this.mark(-1);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.isComposing) return;
    const isShown = !this.list.hidden;
    const last = this.options.length - 1;
    if (event.key === 'ArrowDown' && isShown) this.mark(this.at < last ? this.at + 1 : 0);
    else if (event.key === 'ArrowDown') this.ask();
    else if (event.key === 'ArrowUp' && isShown) this.mark(this.at > 0 ? this.at - 1 : last);
    else if (event.key === 'Enter' && isShown && this.at >= 0) this.options[this.at].click();
    else if (event.key === 'Escape' && isShown) this.close();
    else return;
    event.preventDefault();
  }

  mark(at) {
    this.at = at;
    this.options.forEach((option, index) => option.setAttribute('aria-selected', String(index === at)));
    if (at < 0) this.input.removeAttribute('aria-activedescendant');
    else {
      this.input.setAttribute('aria-activedescendant', this.options[at].id);
      this.options[at].scrollIntoView({ block: 'nearest' });
    }
  }
}
