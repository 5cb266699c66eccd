// Choosing a booth by typing a part of its name: a combobox after the ARIA Authoring Practices.

import { get, isAborted } from '../core/api.js';
import { debounce, element } from '../core/dom.js';
import { text } from '../core/texts.js';
import { errorText } from './error.js';
import { field } from './form.js';
import { iconButton } from './icon.js';

const maxOptions = 8;

export class BoothField {
  /** @param {{id: number, name: string} | null} booth @param {() => void} onChange */
  constructor(booth, onChange, label = text('feed.boothLabel')) {
    /** @type {{id: number, name: string} | null} */
    this.booth = booth;
    this.onChange = onChange;
    /** @type {HTMLElement[]} */
    this.options = [];
    this.activeIndex = -1;
    this.input = /** @type {HTMLInputElement} */ (element('input', {
      type: 'text', role: 'combobox', autocomplete: 'off', maxlength: '100', placeholder: text('feed.boothHint'),
      'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': 'booth-options',
    }));
    this.list = element('ul',
      { class: 'options', id: 'booth-options', role: 'listbox', 'aria-label': text('feed.boothOptions'),
        hidden: true });
    this.status = element('p', { class: 'field-hint', role: 'status' });
    this.clear = iconButton('close', text('feed.boothClear'), () => {
      this.choose(null);
      this.input.focus();
    });
    this.root = field('booth', label, this.input);
    this.input.after(this.clear, this.list, this.status);
    this.root.classList.add('booth-field');
    const search = debounce(200, () => this.search());
    this.input.addEventListener('input', () => {
      this.booth = null;
      this.clear.hidden = this.input.value === '';
      this.onChange();
      search();
    });
    this.input.addEventListener('keydown', (event) => this.onKey(event));
    this.input.addEventListener('blur', () => this.close());
    this.show();
  }

  /** Whether something is typed, but no booth chosen. */
  get isIncomplete() {
    return this.booth === null && this.input.value.trim() !== '';
  }

  show() {
    this.input.value = this.booth?.name ?? '';
    this.clear.hidden = this.booth === null;
    this.close();
  }

  choose(booth) {
    this.booth = booth;
    this.show();
    this.onChange();
  }

  async search() {
    const query = this.input.value.trim();
    if (!query || this.booth) return this.close();
    try {
      const { booths } = await get('/api/booths/search',
        { q: query, limit: maxOptions, fields: 'name,road_address,lot_address' }, 'booth-choice');
      if (this.input.value.trim() !== query || !this.input.isConnected) return undefined;
      this.open(booths);
    } catch (failure) {
      if (isAborted(failure)) return undefined;
      this.close();
      this.status.textContent = errorText(failure);
    }
    return undefined;
  }

  open(booths) {
    this.options = booths.map((booth, index) => element('li', {
      class: 'option', role: 'option', id: `booth-option-${index}`, 'aria-selected': 'false',
      // The input keeps the focus: otherwise the list would close before the click.
      onmousedown: (event) => event.preventDefault(), onclick: () => this.choose({ id: booth.id, name: booth.name }),
    }, element('b', {}, booth.name),
    element('span', { class: 'faint' }, booth.road_address ?? booth.lot_address ?? '')));
    this.list.replaceChildren(...this.options);
    this.setActive(-1);
    const isFound = booths.length > 0;
    this.list.hidden = !isFound || document.activeElement !== this.input;
    this.input.setAttribute('aria-expanded', String(!this.list.hidden));
    this.status.textContent = isFound ? text('feed.boothFound', { count: booths.length }) : text('feed.boothNone');
  }

  close() {
    this.list.hidden = true;
    this.input.setAttribute('aria-expanded', 'false');
    this.status.textContent = '';
    this.setActive(-1);
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.isComposing) return;
    const isShown = !this.list.hidden;
    const last = this.options.length - 1;
    if (event.key === 'ArrowDown' && isShown) this.setActive(this.activeIndex < last ? this.activeIndex + 1 : 0);
    else if (event.key === 'ArrowDown') this.search();
    else if (event.key === 'ArrowUp' && isShown) this.setActive(this.activeIndex > 0 ? this.activeIndex - 1 : last);
    else if (event.key === 'Enter' && isShown && this.activeIndex >= 0) this.options[this.activeIndex].click();
    else if (event.key === 'Escape' && isShown) this.close();
    else return;
    event.preventDefault();
  }

  setActive(index) {
    this.activeIndex = index;
    this.options.forEach((option, position) => option.setAttribute('aria-selected', String(position === index)));
    if (index < 0) this.input.removeAttribute('aria-activedescendant');
    else {
      this.input.setAttribute('aria-activedescendant', this.options[index].id);
      this.options[index].scrollIntoView({ block: 'nearest' });
    }
  }
}
