// What is said of a new password while it is typed.

import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { secretField } from './password-field.js';
import { length, strength } from './validation.js';

/**
 * A field for a new password, with a hint on how hard it is to guess.
 * @param {string} name what the API calls it
 * @param {string} label
 * @param {() => string[]} known what others know of the person
 */
export function newSecretField(name, label, known) {
  const made = secretField(name, label, 'new-password', text('account.passwordRule'));
  const control = /** @type {HTMLInputElement} */ (made.querySelector('input'));
  const hint = made.querySelector('.field-hint');
  const meter = element('div', { class: 'meter', 'aria-hidden': 'true' }, element('span'));
  hint.before(meter);
  hint.setAttribute('aria-live', 'polite');
  const show = () => {
    const isLong = length(control.value) >= 8;
    const level = isLong ? strength(control.value, known()) : -1;
    meter.dataset.level = String(level);
    const words = isLong ? text(`account.strength.${level}`) : text('account.passwordRule');
    // Said once for each level, not for each key.
    if (hint.textContent !== words) hint.textContent = words;
  };
  control.addEventListener('input', show);
  show();
  return made;
}
