// The field for a new account's e-mail address. A valid one is checked with the server while it is typed.

import { send } from '../../core/api.js';
import { debounce, element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { field, showFieldError } from '../../widgets/form.js';
import { emailError } from './validation.js';

/**
 * The field, and the function that returns the error of an address, as far as known.
 * @param {AbortSignal} signal
 */
export function newEmailField(signal) {
  const control = /** @type {HTMLInputElement} */ (element('input', {
    type: 'email', autocomplete: 'username', required: true, maxlength: 254, inputmode: 'email', autocapitalize: 'none',
    spellcheck: 'false',
  }));
  const made = field('email', text('account.email'), control);
  const hint = made.querySelector('.field-hint');
  hint.setAttribute('aria-live', 'polite');
  /** @type {Set<string>} */
  const taken = new Set();
  const check = debounce(500, async (address) => {
    if (emailError(address) || signal.aborted) return;
    const isFree = await send('POST', '/api/accounts/email-check', { email: address }, { signal })
      .then((answer) => answer.available, () => null);
    if (isFree === false) taken.add(address);
    if (control.value.trim() !== address) return;
    if (isFree) hint.textContent = text('account.emailFree');
    else if (isFree === false) showFieldError(control.form, 'email', text('error.email-taken'));
  });
  control.addEventListener('input', () => {
    hint.textContent = '';
    check(control.value.trim());
  });
  const validate = (value) => emailError(value) || (taken.has(value.trim()) ? text('error.email-taken') : '');
  return { field: made, validate };
}
