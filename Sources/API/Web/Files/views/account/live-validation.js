// Forms that show errors while they are filled in, but not before a field was completed.

import { debounce } from '../../core/dom.js';
import { controlOf, showFieldError } from '../../widgets/form.js';

/**
 * Validates each field once it was left, and while it is corrected. The returned function validates all of them, as
 * needed before sending; the first invalid one gets the focus.
 * @param {HTMLFormElement} form
 * @param {Record<string, (value: string) => string>} rules the error of a value; empty if valid
 * @returns {() => boolean} whether all are valid
 */
export function validateLive(form, rules) {
  const control = (name) => controlOf(form, name);
  const validate = (name) => showFieldError(form, name, rules[name](control(name).value));
  for (const name of Object.keys(rules)) {
    const isInvalid = () => control(name).hasAttribute('aria-invalid');
    // Not at once: an error that appears during a click would move the clicked button away. By then the server may have
    // reported an error outside of the rules, which stays until the value changes.
    control(name).addEventListener('blur',
      debounce(200, () => { if (control(name).value && !isInvalid()) validate(name); }));
    control(name).addEventListener('input', () => { if (isInvalid()) validate(name); });
  }
  return () => {
    for (const name of Object.keys(rules)) validate(name);
    const invalid = /** @type {HTMLElement | null} */ (form.querySelector('[aria-invalid]'));
    invalid?.focus();
    return !invalid;
  };
}
