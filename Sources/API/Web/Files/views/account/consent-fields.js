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
  const label = (name) => (name === 'age' ? text('consent.age')
    : text(isRequired(name) ? 'consent.agree' : 'consent.agreeOptional', { name: text(`legal.${name}`) }));
  const fields = [...boxes].map(([name, box]) => element('div', { class: 'field' },
    element('div', { class: 'consent' }, element('label', { class: 'check', for: box.id }, box, label(name)),
      name !== 'age' && element('a', { class: 'small', href: `/${name}`, target: '_blank',
        'aria-label': `${text('consent.read')}: ${text(`legal.${name}`)}` }, text('consent.read'))),
    element('p', { class: 'field-error', id: `error-${name}`, 'aria-live': 'polite' })));
  const isReady = (form) => {
    const missing = [...boxes].find(([name, box]) => isRequired(name) && !box.checked);
    for (const name of boxes.keys()) showFieldError(form, name, '');
    if (missing) focusFieldError(form, missing[0], text('consent.needed'));
    return !missing;
  };
  const body = () => ({
    ...Object.fromEntries(names.filter((name) => boxes.get(name)?.checked)
      .map((name) => [name.replace('-', '_'), versions[name]])),
    is_old_enough: boxes.get('age')?.checked ?? false,
  });
  return { fields, isReady, body };
}
