// The checkboxes with which a member agrees to the operator's texts.

import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { focusFieldError, showFieldError } from '../../widgets/form.js';

/** The valid versions of the texts, by name; empty if the operator has none of their own. */
export const versions = Object.fromEntries((document.documentElement.dataset.legal ?? '').split(' ').filter(Boolean)
  .map((it) => it.split('=')));

/**
 * @param {Record<string, boolean>} [agreed] whether the member has agreed to the valid version of a text
 * @returns {{fields: HTMLElement[], isReady: (form: HTMLFormElement) => boolean, body: () => object}}
 */
export function consentFields(agreed = {}) {
  const names = Object.keys(versions);
  if (names.length === 0) return { fields: [], isReady: () => true, body: () => ({}) };
  const isRequired = (name) => name !== 'location-terms';
  /** @type {Map<string, HTMLInputElement>} */
  const boxes = new Map(['age', ...names].map((name) => [name, /** @type {HTMLInputElement} */ (
    element('input', { type: 'checkbox', id: `field-${name}`, name, checked: agreed[name] ?? false,
      'aria-describedby': `error-${name}` }))]));
  const fields = [...boxes].map(([name, box]) => element('div', { class: 'field' },
    element('div', { class: 'consent' },
      element('label', { class: 'check', for: box.id }, box, labelOf(name, isRequired(name))),
      ...name === 'age' ? [] : [readLink(name)]),
    element('p', { class: 'field-error', id: `error-${name}`, 'aria-live': 'polite' })));
  const isReady = (form) => {
    const missing = [...boxes].find(([name, box]) => isRequired(name) && !box.checked);
    for (const name of boxes.keys()) showFieldError(form, name, '');
    if (missing) focusFieldError(form, missing[0], text('account.consent.needed'));
    return !missing;
  };
  const body = () => ({
    ...Object.fromEntries(names.filter((name) => boxes.get(name)?.checked)
      .map((name) => [name.replace('-', '_'), versions[name]])),
    is_old_enough: boxes.get('age')?.checked ?? false,
  });
  return { fields, isReady, body };
}

function labelOf(name, isRequired) {
  if (name === 'age') return text('account.consent.age');
  return text(`account.consent.agree${isRequired ? '' : 'Optional'}`, { name: text(`account.legal.${name}`) });
}

function readLink(name) {
  const words = text('account.consent.read');
  return element('a', {
    class: 'small', href: `/${name}`, target: '_blank', 'aria-label': `${words}: ${text(`account.legal.${name}`)}`,
  }, words);
}
