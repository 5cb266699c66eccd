// Which passkeys open operator sessions in place of a code.

import { get } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { notifyError } from '../../widgets/notice.js';
import { operate } from './operator.js';

/** A checkbox for each passkey of the account. @param {AbortSignal} signal */
export async function factorPasskeys(signal) {
  const { passkeys } = await get('/api/me/passkeys', {}, signal);
  return element('section', {}, element('h3', {}, text('admin.passkeys.title')),
    element('p', { class: 'faint' }, text('admin.passkeys.about')),
    element('fieldset', { class: 'form factor-passkeys' },
      element('legend', { class: 'unseen' }, text('admin.passkeys.title')), ...passkeys.map(choice)),
    element('p', {}, element('a', { href: '/app/me/passkeys' }, text('admin.passkeys.add'))));
}

function choice({ id, name, is_second_factor: isFactor }) {
  const box = /** @type {HTMLInputElement} */ (element('input', { type: 'checkbox', checked: isFactor }));
  box.addEventListener('change', async () => {
    try {
      await operate(box.checked ? 'PUT' : 'DELETE', `/api/operator/passkeys/${id}`);
    } catch (failure) {
      box.checked = !box.checked;
      notifyError(failure);
    }
  });
  return element('label', { class: 'check' }, box, element('span', {}, name));
}
