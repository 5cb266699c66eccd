// Forms that say what is wrong while they are filled in: never before somebody had the chance to get it right.

import { debounce } from '../../core/dom.js';
import { showFieldError } from '../../widgets/form.js';

/**
 * Judges each field once it was left, and from then on as it is put right. What is given back judges them all, as is
 * due before sending: whether all is well, else the first that is not gets the focus.
 * @param {HTMLFormElement} form
 * @param {Record<string, (value: string) => string>} rules what is wrong with a value; an empty text: nothing
 * @returns {() => boolean}
 */
export function live(form, rules) {
  const control = (name) => /** @type {HTMLInputElement} */ (form.querySelector(`#field-${name}`));
  const judge = (name) => showFieldError(form, name, rules[name](control(name).value));
  for (const name of Object.keys(rules)) {
    const isWrong = () => control(name).hasAttribute('aria-invalid');
    // Not at once: words that come in the middle of a click would move away the button that is clicked. By then the
    // server may have found something that no rule knows of, which stands until the value changes.
    control(name).addEventListener('blur', debounce(200, () => { if (control(name).value && !isWrong()) judge(name); }));
    control(name).addEventListener('input', () => { if (isWrong()) judge(name); });
  }
  return () => {
    for (const name of Object.keys(rules)) judge(name);
    const wrong = /** @type {HTMLElement | null} */ (form.querySelector('[aria-invalid]'));
    wrong?.focus();
    return !wrong;
  };
}
