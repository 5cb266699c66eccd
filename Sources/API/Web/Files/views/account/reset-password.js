// /app/reset#…: a new password, by a link that the operator has made.

import { Problem, send } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { go } from '../../router.js';
import { text } from '../../core/texts.js';
import { form, notice } from '../../widgets/ui.js';
import { operatorContact } from './operator-contact.js';
import { live } from './live-validation.js';
import { passwordMistake } from './validation.js';
import { newSecretField } from './new-password-field.js';

/** @param {HTMLElement} root @param {import('../../router.js').Visit} visit */
export async function show(root, { title }) {
  title(text('account.reset'));
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
      notice(text('account.resetDone'));
      go('/app/login', true);
    },
  });
  const isSound = live(made, { new_password: passwordMistake });
  return made;
}
