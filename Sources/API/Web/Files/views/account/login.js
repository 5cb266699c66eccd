// /app/login: logging in with a password or a login provider.

import { Problem } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { logIn, logInByCookies } from '../../core/login.js';
import { go } from '../../core/navigation.js';
import { member, onSessionChange } from '../../core/session.js';
import { hasText, text } from '../../core/texts.js';
import { errorText } from '../../widgets/error.js';
import { controlOf, field, form } from '../../widgets/form.js';
import { hasPasskeys } from '../../widgets/passkey.js';
import { forgottenLink } from './forgotten-link.js';
import { validateLive } from './live-validation.js';
import { nextAddress, withNext } from './next-address.js';
import { passkeyLogin } from './passkey-login.js';
import { passwordField } from './password-field.js';
import { socialLogins } from './social-login.js';

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, { query, signal, setTitle }) {
  setTitle(text('account.login'));
  const next = nextAddress(query);
  const reason = element('p', { class: 'form-error', role: 'alert' }, problemText(query));
  if (query.has('entered')) {
    try {
      await logInByCookies();
      if (!signal.aborted) go(next, true);
      return;
    } catch (failure) {
      if (signal.aborted) return;
      reason.textContent = failure instanceof Problem ? text('account.problem') : errorText(failure);
    }
  } else if (member()) {
    go(next, true);
    return;
  }
  // After logging in, here or in another tab.
  onSessionChange(() => { if (member()) go(next, true); }, signal);
  root.classList.add('narrow');
  root.append(...[
    element('h2', {}, text('account.login')),
    query.has('next') && !reason.textContent && element('p', { class: 'lead' }, reasonText(next)),
    insecureNote(), reason, loginForm(), passkeyLogin(signal), socialLogins(query),
    element('p', { class: 'other-way' }, text('account.noAccount'), ' ',
      element('a', { href: withNext('/app/signup', query) }, text('account.signUp'))),
    forgottenLink(),
  ].filter(Boolean));
}

/** What the login is for, by the first part of the address that it leads to. @param {string} next */
function reasonText(next) {
  const key = `account.loginFor.${next.replace(/^\/app\//, '/').split(/[/?]/)[1]}`;
  return text(hasText(key) ? key : 'account.loginToGoOn');
}

/** Browsers store no secure cookies of a page that was loaded neither over TLS nor from localhost. */
const insecureNote = () => !window.isSecureContext && element('p', { class: 'form-error' }, text('account.insecure'));

/** Why the login at a provider failed; empty if it did not. */
function problemText(query) {
  const code = query.get('problem');
  if (!code) return '';
  return hasText(`account.problem.${code}`) ? text(`account.problem.${code}`) : text('account.problem');
}

function loginForm() {
  const made = form({
    fields: [
      field('email', text('account.email'), element('input', {
        type: 'email', autocomplete: hasPasskeys() ? 'username webauthn' : 'username', required: true, maxlength: 254,
        inputmode: 'email', autocapitalize: 'none', spellcheck: 'false',
      })),
      passwordField('password', text('account.password'), 'current-password'),
    ],
    action: text('account.login'),
    async submit() {
      if (!isValid()) return;
      try {
        await logIn('/api/sessions', Object.fromEntries(new FormData(made)));
      } catch (failure) {
        // Most likely the password was mistyped.
        if (failure.code === 'login-failed') controlOf(made, 'password').select();
        throw failure;
      }
    },
  });
  const isValid = validateLive(made, {
    email: (value) => (value ? '' : text('account.emailNeeded')),
    password: (value) => (value ? '' : text('account.passwordNeeded')),
  });
  return made;
}
