// Choosing a booth by typing a part of its name.

import { get, isAborted } from '../core/api.js';
import { debounce, element } from '../core/dom.js';
import { boothName, localFields, text } from '../core/texts.js';
import { Combobox } from './combobox.js';
import { errorText } from './error.js';
import { field } from './form.js';
import { iconButton } from './icon.js';

const maxOptions = 8;

export class BoothField {
  /** @param {{id: number, name: string, name_en?: string | null} | null} booth @param {() => void} onChange */
  constructor(booth, onChange, label = text('feed.boothLabel')) {
    /** @type {{id: number, name: string, name_en?: string | null} | null} */
    this.booth = booth;
    this.onChange = onChange;
    this.input = /** @type {HTMLInputElement} */ (element('input', {
      type: 'text', autocomplete: 'off', maxlength: '100', placeholder: text('feed.boothHint'),
    }));
    this.status = element('p', { class: 'field-hint', role: 'status' });
    this.clear = iconButton('close', text('feed.boothClear'), () => {
      this.choose(null);
      this.input.focus();
    });
    this.root = field('booth', label, this.input);
    this.combobox = new Combobox(this.input,
      { id: 'booth-options', label: text('feed.boothOptions'), onOpen: () => this.search() });
    this.input.after(this.clear);
    this.combobox.list.after(this.status);
    this.root.classList.add('booth-field');
    const search = debounce(200, () => this.search());
    this.input.addEventListener('input', () => {
      this.booth = null;
      this.clear.hidden = this.input.value === '';
      this.onChange();
      search();
    });
    this.input.addEventListener('blur', () => this.close());
    this.show();
  }

  /** Whether something is typed, but no booth chosen. */
  get isIncomplete() {
    return this.booth === null && this.input.value.trim() !== '';
  }

  show() {
    this.input.value = this.booth ? boothName(this.booth) : '';
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
        { q: query, limit: maxOptions, fields: `name,road_address,lot_address${localFields}` }, 'booth-choice');
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
    this.combobox.show(booths.map((booth) => ({
      content: [element('b', {}, boothName(booth)),
        element('span', { class: 'faint' }, booth.address_en ?? booth.road_address ?? booth.lot_address ?? '')],
      onChoose: () => this.choose({ id: booth.id, name: boothName(booth) }),
    })));
    this.status.textContent = booths.length > 0
      ? text('feed.boothFound', { count: booths.length }) : text('feed.boothNone');
  }

  close() {
    this.combobox.close();
    this.status.textContent = '';
  }
}
