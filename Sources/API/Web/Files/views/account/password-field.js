// A field for a password, with a button that shows it.

import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { field } from '../../widgets/form.js';

/**
 * @param {string} name the API's name of the field
 * @param {string} label
 * @param {'current-password' | 'new-password'} kind what password managers fill in
 * @param {string} [hint]
 */
export function passwordField(name, label, kind, hint = '') {
  const control = /** @type {HTMLInputElement} */ (element('input', {
    type: 'password', autocomplete: kind, required: true, autocapitalize: 'none', spellcheck: 'false',
  }));
  const made = field(name, label, control, hint);
  const reveal = element('button', { type: 'button', class: 'reveal', 'aria-controls': control.id });
  const show = (isShown) => {
    control.type = isShown ? 'text' : 'password';
    reveal.textContent = text(isShown ? 'account.conceal' : 'account.reveal');
    reveal.setAttribute('aria-label', `${label}: ${reveal.textContent}`);
  };
  // The input keeps the focus, so that a phone keeps its keyboard open.
  reveal.addEventListener('mousedown', (event) => event.preventDefault());
  reveal.addEventListener('click', () => show(control.type === 'password'));
  show(false);
  const frame = element('div', { class: 'password-field' });
  control.replaceWith(frame);
  frame.append(control, reveal);
  return made;
}
