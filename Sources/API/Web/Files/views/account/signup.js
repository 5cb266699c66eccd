// /app/signup: creating an account.

import { send } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { logIn } from '../../core/login.js';
import { go } from '../../core/navigation.js';
import { member, onSessionChange } from '../../core/session.js';
import { language, text } from '../../core/texts.js';
import { celebrate } from '../../widgets/celebration.js';
import { controlOf, form } from '../../widgets/form.js';
import { notify } from '../../widgets/notice.js';
import { rememberConsent, waitForSignUp } from './consent-check.js';
import { consentFields, versions } from './consent-fields.js';
import { newEmailField } from './email-field.js';
import { validateLive } from './live-validation.js';
import { legalLinks } from './legal-links.js';
import { newPasswordField } from './new-password-field.js';
import { nextAddress, withNext } from './next-address.js';
import { nicknameField } from './nickname-field.js';
import { passkeySignUp } from './passkey-signup.js';
import { socialLogins } from './social-login.js';
import { nicknameError, passwordError } from './validation.js';

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, { query, signal, setTitle }) {
  setTitle(text('account.signUp'));
  const next = nextAddress(query);
  if (member()) {
    go(next, true);
    return;
  }
  onSessionChange(() => { if (member()) go(next, true); }, signal);
  root.classList.add('narrow');
  root.append(...[
    element('h2', {}, text('account.signUp')),
    element('p', { class: 'lead' }, text('account.signUpLead')),
    ...signUpForms(signal), socialLogins(query),
    element('p', { class: 'other-way' }, text('account.haveAccount'), ' ',
      element('a', { href: withNext('/app/login', query) }, text('account.login'))),
    legalLinks(),
  ].filter(Boolean));
}

/** With a password, and with a passkey. @param {AbortSignal} signal */
function signUpForms(signal) {
  const email = newEmailField(signal);
  const consents = consentFields();
  const value = (name) => controlOf(made, name).value.trim();
  const known = () => [...value('email').split(/[@.]/), value('nickname')];
  const welcome = async ({ nickname }) => {
    if (Object.keys(versions).length > 0) {
      await send('PUT', '/api/me/consents', consents.body());
      rememberConsent();
    }
    notify(text('account.welcome', { name: nickname }));
    celebrate();
  };
  const made = form({
    fields: [
      email.field,
      newPasswordField('password', text('account.password'), known),
      nicknameField('', signal),
      ...consents.fields,
    ],
    action: text('account.signUpNow'),
    async submit() {
      if (!isValid() || !consents.isReady(made)) return;
      waitForSignUp();
      const password = controlOf(made, 'password').value;
      const account = await logIn('/api/accounts', {
        email: value('email'), password, nickname: value('nickname'),
        ...document.documentElement.dataset.mail && { language },
      });
      await welcome(account);
    },
  });
  const isValid = validateLive(made, { email: email.validate, password: passwordError, nickname: nicknameError });
  return [made, passkeySignUp(made, { email: email.validate, nickname: nicknameError }, {
    isReady: () => consents.isReady(made), onBegin: waitForSignUp, onDone: welcome,
  })];
}
