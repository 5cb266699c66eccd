// Signing up with a passkey, without a password.

import { send } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { logIn } from '../../core/login.js';
import { language, text } from '../../core/texts.js';
import { focusFieldError } from '../../widgets/form.js';
import { whileBusy } from '../../widgets/notice.js';
import { explained, hasPasskeys, makePasskey } from '../../widgets/passkey.js';
import { deviceName } from './passkeys.js';

/**
 * The button beside a form with the fields for the e-mail address and the nickname; null where there are no passkeys.
 * @param {HTMLFormElement} form
 * @param {Record<string, (value: string) => string>} checks what is wrong with a field, by its name
 * @param {{isReady: () => boolean, onBegin: () => void, onDone: (account: {nickname: string}) => Promise<void>}} steps
 */
export function passkeySignUp(form, checks, { isReady, onBegin, onDone }) {
  if (!hasPasskeys()) return null;
  const button = element('button', { type: 'button', class: 'button' }, text('account.passkey.signUp'));
  button.addEventListener('click', () => whileBusy(button, async () => {
    const values = new FormData(form);
    const value = (name) => String(values.get(name) ?? '').trim();
    for (const [name, check] of Object.entries(checks)) {
      const words = check(value(name));
      if (words) {
        focusFieldError(form, name, words);
        return;
      }
    }
    if (!isReady()) return;
    const person = { email: value('email'), nickname: value('nickname') };
    try {
      const account = await explained(async () => {
        const passkey = await makePasskey(await send('POST', '/api/passkeys/sign-up-options', person));
        onBegin();
        return logIn('/api/accounts/passkey', {
          ...passkey, ...person, name: deviceName(), ...document.documentElement.dataset.mail && { language },
        });
      });
      await onDone(account);
    } catch (failure) {
      if (!Object.hasOwn(person, failure.parameter)) throw failure;
      const { errorText } = await import('../../widgets/error.js');
      focusFieldError(form, failure.parameter, errorText(failure));
    }
  }));
  const made = element('section', { class: 'social', hidden: true }, element('p', { class: 'or' }, text('account.or')),
    button, element('p', { class: 'faint' }, text('account.passkey.signUpAbout')));
  // It shows once the server offers passkeys.
  send('POST', '/api/passkeys/log-in-options').then(() => { made.hidden = false; }, () => {});
  return made;
}
