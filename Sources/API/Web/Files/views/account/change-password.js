// /app/me/password: another password.

import { send } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { ownAccount } from '../../core/login.js';
import { go } from '../../core/navigation.js';
import { text } from '../../core/texts.js';
import { form } from '../../widgets/form.js';
import { notify } from '../../widgets/notice.js';
import { live } from './live-validation.js';
import { newSecretField } from './new-password-field.js';
import { partHead } from './page-header.js';
import { secretField } from './password-field.js';
import { passwordMistake } from './validation.js';

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, { signal, setTitle }) {
  setTitle(text('account.changePassword'));
  root.classList.add('narrow');
  root.append(
    partHead(text('account.changePassword')),
    element('p', { class: 'lead' }, text('account.changePasswordAbout')));
  const account = await ownAccount();
  if (!signal.aborted) root.append(passwordForm(account, signal));
}

function passwordForm({ email, nickname }, signal) {
  const made = form({
    fields: [
      // So that password managers know whose it is.
      element('input', { type: 'email', autocomplete: 'username', value: email ?? '', readonly: true, hidden: true }),
      secretField('current_password', text('account.currentPassword'), 'current-password'),
      newSecretField('new_password', text('account.newPassword'), () => [...(email ?? '').split(/[@.]/), nickname]),
    ],
    action: text('account.changePassword'),
    async submit() {
      if (!isSound()) return;
      await send('PUT', '/api/me/password', Object.fromEntries(new FormData(made)), { signal });
      notify(text('account.passwordChanged'));
      go('/app/me/settings', true);
    },
  });
  const isSound = live(made, {
    current_password: (value) => (value ? '' : text('account.passwordNeeded')), new_password: passwordMistake,
  });
  return made;
}
