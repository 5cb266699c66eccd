// The field for a new password, with a meter of its strength.

import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { passwordField } from './password-field.js';
import { graphemeCount, passwordStrength } from './validation.js';

/**
 * @param {string} name the API's name of the field
 * @param {string} label
 * @param {() => string[]} known words that others know about the person
 */
export function newPasswordField(name, label, known) {
  const made = passwordField(name, label, 'new-password', text('account.passwordRule'));
  const control = /** @type {HTMLInputElement} */ (made.querySelector('input'));
  const hint = made.querySelector('.field-hint');
  const meter = element('div', { class: 'meter', 'aria-hidden': 'true' }, element('span'));
  hint.before(meter);
  hint.setAttribute('aria-live', 'polite');
  const show = () => {
    const isLong = graphemeCount(control.value) >= 8;
    const level = isLong ? passwordStrength(control.value, known()) : -1;
    meter.dataset.level = String(level);
    const words = isLong ? text(`account.strength.${level}`) : text('account.passwordRule');
    // Screen readers read it once for each level, not for each key.
    if (hint.textContent !== words) hint.textContent = words;
  };
  control.addEventListener('input', show);
  show();
  return made;
}
