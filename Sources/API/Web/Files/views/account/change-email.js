// /app/me/email: whether the address is verified, and changing it.

import { send } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { ownAccount } from '../../core/login.js';
import { language, text } from '../../core/texts.js';
import { field, form } from '../../widgets/form.js';
import { notify, whileBusy } from '../../widgets/notice.js';
import { validateLive } from './live-validation.js';
import { pageHeader } from './page-header.js';
import { passwordField } from './password-field.js';
import { emailError } from './validation.js';

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, { signal, setTitle }) {
  setTitle(text('account.email'));
  root.classList.add('narrow');
  root.append(pageHeader(text('account.email')));
  const { email, email_verified: isVerified } = await ownAccount();
  if (signal.aborted) return;
  root.append(element('p', { class: 'lead' }, email ?? text('account.noEmail')));
  // Without mail an address can be neither verified nor changed.
  if (!email || !document.documentElement.dataset.mail) return;
  root.append(element('p', { class: 'aside' }, text(isVerified ? 'account.emailVerified' : 'account.emailUnverified')));
  if (!isVerified) root.append(element('div', { class: 'actions' }, checkButton(email)));
  root.append(element('h3', {}, text('account.changeEmail')), changeForm(email));
}

function checkButton(email) {
  const button = element('button', { type: 'button', class: 'small' }, text('account.sendCheckMail'));
  button.addEventListener('click', () => whileBusy(button, async () => {
    await send('POST', '/api/me/email-checks', { language });
    notify(text('account.checkMailSent', { email }));
  }));
  return button;
}

function changeForm(present) {
  const made = form({
    fields: [
      field('email', text('account.newEmail'), element('input', {
        type: 'email', autocomplete: 'email', required: true, maxlength: 254, inputmode: 'email',
        autocapitalize: 'none', spellcheck: 'false',
      })),
      passwordField('current_password', text('account.currentPassword'), 'current-password'),
    ],
    action: text('account.changeEmail'),
    async submit() {
      if (!isValid()) return;
      const { current_password: password, email } = Object.fromEntries(new FormData(made));
      await send('PUT', '/api/me/email', { email, language, ...password && { current_password: password } });
      const words = text('account.changeMailsSent', { present, email: String(email) });
      const sent = element('p', { class: 'lead', role: 'status', tabindex: '-1' }, words);
      made.replaceWith(sent);
      sent.focus();
    },
  });
  const isValid = validateLive(made, { email: emailError });
  return made;
}
