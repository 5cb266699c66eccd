// /app/signup: a new account.

import { enter, member, members } from '../../api.js';
import { element } from '../../dom.js';
import { go } from '../../router.js';
import { text } from '../../texts.js';
import { form, notice } from '../../ui.js';
import { newEmailField } from './email.js';
import { live } from './live.js';
import { nextAddress, withNext } from './next.js';
import { nicknameField } from './nickname.js';
import { nicknameMistake, passwordMistake } from './rules.js';
import { socialWays } from './social.js';
import { newSecretField } from './strength.js';

/** @param {HTMLElement} root @param {import('../../router.js').Visit} visit */
export async function show(root, { query, signal, title }) {
  title(text('account.signUp'));
  const next = nextAddress(query);
  if (member()) {
    go(next, true);
    return;
  }
  members.addEventListener('change', () => { if (member()) go(next, true); }, { signal });
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
      const account = await enter('/api/accounts', { email: value('email'), password, nickname: value('nickname') });
      notice(text('account.welcome', { name: account.nickname }));
    },
  });
  const isSound = live(made, { email: email.judge, password: passwordMistake, nickname: nicknameMistake });
  return made;
}
