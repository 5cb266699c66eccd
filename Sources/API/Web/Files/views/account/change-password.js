// /app/me/password: changing the password.

import { send } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { ownAccount } from '../../core/login.js';
import { go } from '../../core/navigation.js';
import { text } from '../../core/texts.js';
import { form } from '../../widgets/form.js';
import { notify } from '../../widgets/notice.js';
import { validateLive } from './live-validation.js';
import { newPasswordField } from './new-password-field.js';
import { pageHeader } from './page-header.js';
import { passwordField } from './password-field.js';
import { passwordError } from './validation.js';

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, { signal, setTitle }) {
  setTitle(text('account.changePassword'));
  root.classList.add('narrow');
  root.append(
    pageHeader(text('account.changePassword')),
    element('p', { class: 'lead' }, text('account.changePasswordAbout')));
  const account = await ownAccount();
  if (!signal.aborted) root.append(passwordForm(account, signal));
}

function passwordForm({ email, nickname }, signal) {
  const made = form({
    fields: [
      // Password managers need the account of the password.
      element('input', { type: 'email', autocomplete: 'username', value: email ?? '', readonly: true, hidden: true }),
      passwordField('current_password', text('account.currentPassword'), 'current-password'),
      newPasswordField('new_password', text('account.newPassword'), () => [...(email ?? '').split(/[@.]/), nickname]),
    ],
    action: text('account.changePassword'),
    async submit() {
      if (!isValid()) return;
      await send('PUT', '/api/me/password', Object.fromEntries(new FormData(made)), { signal });
      notify(text('account.passwordChanged'));
      go('/app/me/settings', true);
    },
  });
  const isValid = validateLive(made, {
    current_password: (value) => (value ? '' : text('account.passwordNeeded')), new_password: passwordError,
  });
  return made;
}
