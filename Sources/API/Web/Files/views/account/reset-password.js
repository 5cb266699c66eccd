// /app/reset#…: setting a new password by a link from a mail or from the operator.

import { Problem, send } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { go } from '../../core/navigation.js';
import { text } from '../../core/texts.js';
import { form } from '../../widgets/form.js';
import { notify } from '../../widgets/notice.js';
import { forgottenLink } from './forgotten-link.js';
import { validateLive } from './live-validation.js';
import { newPasswordField } from './new-password-field.js';
import { passwordError } from './validation.js';

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, { setTitle }) {
  setTitle(text('account.reset'));
  root.classList.add('narrow');
  const token = location.hash.slice(1);
  // The token stays neither in the browser's history nor visible on the screen.
  if (token) history.replaceState(history.state, '', location.pathname);
  root.append(
    element('h2', {}, text('account.reset')),
    ...token
      ? [element('p', { class: 'lead' }, text('account.resetAbout')), resetForm(token)]
      : [element('p', { class: 'form-error', role: 'alert' }, text('error.reset-link-unusable')), forgottenLink()]);
}

/** @param {string} token */
function resetForm(token) {
  const made = form({
    fields: [newPasswordField('new_password', text('account.newPassword'), () => [])],
    action: text('account.reset'),
    async submit() {
      if (!isValid()) return;
      try {
        await send('POST', '/api/password-resets', { token, ...Object.fromEntries(new FormData(made)) });
      } catch (failure) {
        if (failure instanceof Problem && failure.code === 'reset-link-unusable') made.after(forgottenLink());
        throw failure;
      }
      notify(text('account.resetDone'));
      go('/app/login', true);
    },
  });
  const isValid = validateLive(made, { new_password: passwordError });
  return made;
}
