// /app/reset#…: a new password, by a link that the operator has made.

import { Problem, send } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { go } from '../../core/navigation.js';
import { text } from '../../core/texts.js';
import { form } from '../../widgets/form.js';
import { notify } from '../../widgets/notice.js';
import { live } from './live-validation.js';
import { newSecretField } from './new-password-field.js';
import { operatorContact } from './operator-contact.js';
import { passwordMistake } from './validation.js';

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, { setTitle }) {
  setTitle(text('account.reset'));
  root.classList.add('narrow');
  const token = location.hash.slice(1);
  // Not in the browser's history, nor in what is read over somebody's shoulder.
  if (token) history.replaceState(history.state, '', location.pathname);
  root.append(
    element('h2', {}, text('account.reset')),
    ...token
      ? [element('p', { class: 'lead' }, text('account.resetAbout')), resetForm(token)]
      : [element('p', { class: 'form-error', role: 'alert' }, text('error.reset-link-unusable')), operatorContact()]);
}

/** @param {string} token */
function resetForm(token) {
  const made = form({
    fields: [newSecretField('new_password', text('account.newPassword'), () => [])],
    action: text('account.reset'),
    async submit() {
      if (!isSound()) return;
      try {
        await send('POST', '/api/password-resets', { token, ...Object.fromEntries(new FormData(made)) });
      } catch (failure) {
        if (failure instanceof Problem && failure.code === 'reset-link-unusable') made.after(operatorContact());
        throw failure;
      }
      notify(text('account.resetDone'));
      go('/app/login', true);
    },
  });
  const isSound = live(made, { new_password: passwordMistake });
  return made;
}
