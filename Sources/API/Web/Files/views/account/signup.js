// /app/signup: a new account.

import { element } from '../../core/dom.js';
import { logIn } from '../../core/login.js';
import { go } from '../../core/navigation.js';
import { member, onSessionChange } from '../../core/session.js';
import { text } from '../../core/texts.js';
import { form } from '../../widgets/form.js';
import { notify } from '../../widgets/notice.js';
import { newEmailField } from './email-field.js';
import { live } from './live-validation.js';
import { newSecretField } from './new-password-field.js';
import { nextAddress, withNext } from './next-address.js';
import { nicknameField } from './nickname-field.js';
import { socialWays } from './social-login.js';
import { nicknameMistake, passwordMistake } from './validation.js';

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
    signUpForm(signal), socialWays(query),
    element('p', { class: 'other-way' }, text('account.haveAccount'), ' ',
      element('a', { href: withNext('/app/login', query) }, text('account.login'))),
  ].filter(Boolean));
}

/** @param {AbortSignal} signal */
function signUpForm(signal) {
  const email = newEmailField(signal);
  const value = (name) => /** @type {HTMLInputElement} */ (made.querySelector(`#field-${name}`)).value.trim();
  const known = () => [...value('email').split(/[@.]/), value('nickname')];
  const made = form({
    fields: [
      email.field,
      newSecretField('password', text('account.password'), known),
      nicknameField('', signal),
    ],
    action: text('account.signUpNow'),
    async submit() {
      if (!isSound()) return;
      const password = /** @type {HTMLInputElement} */ (made.querySelector('#field-password')).value;
      const account = await logIn('/api/accounts', { email: value('email'), password, nickname: value('nickname') });
      notify(text('account.welcome', { name: account.nickname }));
    },
  });
  const isSound = live(made, { email: email.judge, password: passwordMistake, nickname: nicknameMistake });
  return made;
}
