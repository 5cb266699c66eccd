// The form that a section searches with.

import { element } from '../../core/dom.js';
import { go } from '../../core/navigation.js';

/**
 * @param {string} label
 * @param {string} words what was searched for
 * @param {(words: string) => string} addressOf where a search leads
 */
export function searchForm(label, words, addressOf) {
  const input = /** @type {HTMLInputElement} */ (element('input', {
    class: 'search-field', type: 'search', 'aria-label': label, placeholder: label, value: words, maxlength: '100',
  }));
  const made = element('form', { role: 'search' }, input);
  made.addEventListener('submit', (event) => {
    event.preventDefault();
    go(addressOf(input.value.trim()));
  });
  return made;
}
