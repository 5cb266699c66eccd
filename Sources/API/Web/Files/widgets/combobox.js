// The list of options below an input: a combobox after the ARIA Authoring Practices.

import { element } from '../core/dom.js';

/**
 * @typedef {object} ComboboxEntry
 * @property {(Node | string)[]} content
 * @property {() => void} onChoose
 */

export class Combobox {
  /**
   * @param {HTMLInputElement} input
   * @param {{id: string, label: string, onOpen: () => void, onEnter?: () => void}} about `onOpen`: the arrow key
   *   asks for the options; `onEnter`: Enter was pressed without an active option
   */
  constructor(input, { id, label, onOpen, onEnter }) {
    this.input = input;
    this.onOpen = onOpen;
    this.onEnter = onEnter;
    /** @type {HTMLElement[]} */
    this.options = [];
    this.activeIndex = -1;
    this.list = element('ul', { class: 'options', id, role: 'listbox', 'aria-label': label, hidden: true });
    for (const [name, value] of Object.entries({ role: 'combobox', 'aria-autocomplete': 'list',
      'aria-expanded': 'false', 'aria-controls': id })) input.setAttribute(name, value);
    input.after(this.list);
    input.addEventListener('keydown', (event) => this.onKey(event));
    input.addEventListener('blur', () => this.close());
  }

  get isShown() {
    return !this.list.hidden;
  }

  /** Shows options, unless the input has lost the focus. @param {ComboboxEntry[]} entries */
  show(entries) {
    this.options = entries.map(({ content, onChoose }, index) => element('li', {
      class: 'option', role: 'option', id: `${this.list.id}-${index}`, 'aria-selected': 'false',
      // The input keeps the focus: otherwise the list would close before the click.
      onmousedown: (event) => event.preventDefault(), onclick: onChoose,
    }, ...content));
    this.list.replaceChildren(...this.options);
    this.setActive(-1);
    this.list.hidden = entries.length === 0 || document.activeElement !== this.input;
    this.input.setAttribute('aria-expanded', String(this.isShown));
  }

  close() {
    this.list.hidden = true;
    this.input.setAttribute('aria-expanded', 'false');
    this.setActive(-1);
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.isComposing) return;
    const last = this.options.length - 1;
    if (event.key === 'ArrowDown' && this.isShown) this.setActive(this.activeIndex < last ? this.activeIndex + 1 : 0);
    else if (event.key === 'ArrowDown') this.onOpen();
    else if (event.key === 'ArrowUp' && this.isShown) {
      this.setActive(this.activeIndex > 0 ? this.activeIndex - 1 : last);
    }
    else if (event.key === 'Enter' && this.isShown && this.activeIndex >= 0) this.options[this.activeIndex].click();
    else if (event.key === 'Enter' && this.onEnter) this.onEnter();
    else if (event.key === 'Escape' && this.isShown) this.close();
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
