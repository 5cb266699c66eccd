// Logging in with a passkey: a button, and suggestions in the field for the e-mail address where the browser has them.

import { Problem, isAborted, send } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { logIn } from '../../core/login.js';
import { text } from '../../core/texts.js';
import { notifyError, whileBusy } from '../../widgets/notice.js';
import { explained, hasPasskeys, usePasskey } from '../../widgets/passkey.js';

/** The server's requests are valid for five minutes. */
const renewAfter = 240_000;
/** After an hour nobody is there any more. */
const maxRenewals = 15;

/** The button; null where there are no passkeys. It shows once the server offers them. @param {AbortSignal} signal */
export function passkeyLogin(signal) {
  if (!hasPasskeys()) return null;
  const button = element('button', { type: 'button', class: 'button' }, text('account.passkey.logIn'));
  const made = element('section', { class: 'social', hidden: true },
    element('p', { class: 'or' }, text('account.or')), button);
  const suggestions = new Suggestions(signal);
  button.addEventListener('click', () => whileBusy(button, async () => {
    suggestions.stop();
    await explained(async () => logInBy(await usePasskey(await begin(signal), { signal })));
  }));
  begin(signal).then((options) => {
    made.hidden = false;
    return suggestions.run(options);
  }).catch(() => {});
  return made;
}

const begin = (signal) => send('POST', '/api/passkeys/log-in-options', undefined, { signal });
const logInBy = (answer) => logIn('/api/sessions/passkey', answer);

class Suggestions {
  /** @type {AbortController | null} */
  #running = null;
  #isStopped = false;

  /** @param {AbortSignal} signal */
  constructor(signal) {
    this.signal = signal;
    signal.addEventListener('abort', () => this.stop());
  }

  /** A browser does one request at a time. */
  stop() {
    this.#isStopped = true;
    this.#running?.abort();
  }

  async run(first) {
    /** @type {{isConditionalMediationAvailable?: () => Promise<boolean>}} newer than the types */
    const browser = /** @type {any} */ (PublicKeyCredential);
    if (!(await browser.isConditionalMediationAvailable?.())) return;
    let options = first;
    for (let round = 0; round < maxRenewals && !this.#isStopped; round += 1) {
      const running = new AbortController();
      this.#running = running;
      const timer = setTimeout(() => running.abort(), renewAfter);
      try {
        const answer = await usePasskey(options, { mediation: 'conditional', signal: running.signal });
        await explained(() => logInBy(answer));
        return;
      } catch (failure) {
        // A browser that refuses once refuses again.
        if (this.#isStopped || !(isAborted(failure) || failure instanceof Problem)) return;
        if (!isAborted(failure)) notifyError(failure);
      } finally {
        clearTimeout(timer);
      }
      options = await begin(this.signal);
    }
  }
}
