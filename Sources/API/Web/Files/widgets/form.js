// Forms with errors at their fields.

import { isAborted } from '../core/api.js';
import { element } from '../core/dom.js';
import { errorText, logUnexpected } from './error.js';

/**
 * A field: label, control, hint, and its error message. The control gets the id `field-` with the name.
 * @param {string} name the API's name of the field
 * @param {string} label
 * @param {HTMLElement} control
 * @param {string} [hint]
 */
export function field(name, label, control, hint = '') {
  control.id = `field-${name}`;
  control.setAttribute('name', name);
  const about = element('p', { class: 'field-hint', id: `hint-${name}` }, hint);
  const wrong = element('p', { class: 'field-error', id: `error-${name}`, 'aria-live': 'polite' });
  control.setAttribute('aria-describedby', `hint-${name} error-${name}`);
  return element('div', { class: 'field' }, element('label', { for: control.id }, label), control, about, wrong);
}

/**
 * A form that cannot be sent before one of its radio buttons is chosen: none is in advance, lest it be sent unread.
 * @param {Parameters<typeof form>[0]} parts
 */
export function formOfChoice(parts) {
  const made = form(parts);
  const button = made.querySelector('[type="submit"]');
  const update = () => button?.toggleAttribute('disabled', !made.querySelector('[type="radio"]:checked'));
  made.addEventListener('change', update);
  update();
  return made;
}

/** The control of a field. @returns {HTMLInputElement} */
export const controlOf = (form, name) => form.querySelector(`#field-${CSS.escape(name)}`);

/** Shows the error of a field; an empty text removes it. */
export function showFieldError(form, name, words) {
  const place = form.querySelector(`#error-${CSS.escape(name)}`);
  if (place) place.textContent = words;
  const control = controlOf(form, name);
  if (words) control?.setAttribute('aria-invalid', 'true');
  else control?.removeAttribute('aria-invalid');
}

/** The same, and moves the focus to the field. */
export function focusFieldError(form, name, words) {
  showFieldError(form, name, words);
  controlOf(form, name)?.focus();
}

/**
 * A form. An error of `submit` is shown at the field that the server names, else above the button.
 * @param {{fields: (Node | null | false)[], action: string, submit: (form: HTMLFormElement) => Promise<void>}} parts
 * @returns {HTMLFormElement}
 */
export function form({ fields, action, submit }) {
  const wrong = element('p', { class: 'form-error', role: 'alert' });
  const button = element('button', { type: 'submit', class: 'button is-main' }, action);
  const made = /** @type {HTMLFormElement} */ (element('form', { class: 'form', novalidate: true }, ...fields, wrong,
    button));
  made.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (button.getAttribute('aria-busy') === 'true') return;
    button.setAttribute('aria-busy', 'true');
    wrong.textContent = '';
    for (const control of made.querySelectorAll('[aria-invalid]')) {
      showFieldError(made, control.getAttribute('name') ?? '', '');
    }
    try {
      await submit(made);
    } catch (failure) {
      if (isAborted(failure)) return;
      logUnexpected(failure);
      const name = failure.parameter;
      if (name && made.querySelector(`#error-${CSS.escape(name)}`)) focusFieldError(made, name, errorText(failure));
      else wrong.textContent = errorText(failure);
    } finally {
      button.removeAttribute('aria-busy');
    }
  });
  return made;
}
