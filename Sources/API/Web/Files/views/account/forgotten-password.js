// /app/forgotten: a mail with a link for a new password; the operator's contact if the server sends no mail.

import { send } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { language, text } from '../../core/texts.js';
import { controlOf, field, form } from '../../widgets/form.js';
import { validateLive } from './live-validation.js';
import { operatorContact } from './operator-contact.js';
import { emailError } from './validation.js';

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, { setTitle }) {
  setTitle(text('account.forgotten'));
  root.classList.add('narrow');
  root.append(element('h2', {}, text('account.forgotten')));
  if (document.documentElement.dataset.mail) {
    root.append(element('p', { class: 'lead' }, text('account.forgottenAbout')), requestForm());
  } else {
    root.append(operatorContact());
  }
}

function requestForm() {
  const made = form({
    fields: [field('email', text('account.email'), element('input', {
      type: 'email', autocomplete: 'username', required: true, maxlength: 254, inputmode: 'email',
      autocapitalize: 'none', spellcheck: 'false',
    }))],
    action: text('account.sendResetMail'),
    async submit() {
      if (!isValid()) return;
      const email = controlOf(made, 'email').value.trim();
      await send('POST', '/api/password-reset-mails', { email, language });
      // Whether there is such an account is not said here.
      const words = text('account.resetMailSent', { email });
      const sent = element('p', { class: 'lead', role: 'status', tabindex: '-1' }, words);
      made.replaceWith(sent);
      sent.focus();
    },
  });
  const isValid = validateLive(made, { email: emailError });
  return made;
}
