// /app/confirm#…: confirming an e-mail address by a link from a mail.

import { send } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { form } from '../../widgets/form.js';

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, { setTitle }) {
  setTitle(text('account.confirmEmail'));
  root.classList.add('narrow');
  const token = location.hash.slice(1);
  // The token stays neither in the browser's history nor visible on the screen.
  if (token) history.replaceState(history.state, '', location.pathname);
  root.append(
    element('h2', {}, text('account.confirmEmail')),
    token ? confirmForm(token)
      : element('p', { class: 'form-error', role: 'alert' }, text('error.confirmation-link-unusable')));
}

/** The link itself confirms nothing: programs that look through mails open links. @param {string} token */
function confirmForm(token) {
  const made = form({
    fields: [element('p', { class: 'lead' }, text('account.confirmEmailAbout'))],
    action: text('account.confirmEmail'),
    async submit() {
      const { state } = await send('POST', '/api/email-confirmations', { token });
      const done = element('p', { class: 'lead', role: 'status', tabindex: '-1' }, text(`account.confirmed.${state}`));
      made.replaceWith(done);
      done.focus();
    },
  });
  return made;
}
