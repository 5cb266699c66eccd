// Signing in as an operator: setting up the second factor once, then a code for each session.

import { get, send } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { controlOf, field, form } from '../../widgets/form.js';
import { whileBusy } from '../../widgets/notice.js';
import { explained, hasPasskeys, usePasskey } from '../../widgets/passkey.js';
import { qrCode } from '../../widgets/qr-code.js';

/**
 * The form for the code of a session, and a button for a passkey in its place if the account has one for that.
 * @param {(code: string) => Promise<void>} use
 * @param {(answer: object) => Promise<void>} useAnswer of an authenticator
 */
export function codeForm(use, useAnswer) {
  const made = form({
    fields: [codeField(text('admin.code.hint'))], action: text('admin.code.action'), submit: () => use(codeOf(made)),
  });
  const passkey = element('button', { type: 'button', class: 'button', hidden: true }, text('admin.code.passkey'));
  passkey.addEventListener('click', () => whileBusy(passkey, () => explained(async () =>
    useAnswer(await usePasskey(await send('POST', '/api/operator/passkey-options'))))));
  if (hasPasskeys()) {
    get('/api/me/passkeys').then(({ passkeys }) => {
      passkey.hidden = !passkeys.some((it) => it.is_second_factor);
    }).catch(() => {});
  }
  return [element('p', { class: 'lead' }, text('admin.code.about')), made, passkey];
}

/** The steps to the second factor. @param {HTMLElement} root @param {() => void} onDone */
export function showEnrolment(root, onDone) {
  const made = form({
    fields: [field('password', text('admin.enrol.password'), element('input', {
      type: 'password', autocomplete: 'current-password', required: true,
    }))],
    action: text('admin.enrol.begin'),
    async submit() {
      const factor = await send('POST', '/api/operator/second-factor', { password: controlOf(made, 'password').value });
      showSecret(root, factor, onDone);
    },
  });
  root.replaceChildren(element('h2', {}, text('admin.enrol.title')),
    element('p', { class: 'lead' }, text('admin.enrol.about')), made);
}

function showSecret(root, { secret, uri }, onDone) {
  const made = form({
    fields: [codeField(text('admin.enrol.codeHint'))],
    action: text('admin.enrol.confirm'),
    async submit() {
      const { recovery_codes: codes } = await send('POST', '/api/operator/second-factor/confirmation',
        { code: codeOf(made) });
      showRecoveryCodes(root, codes, onDone);
    },
  });
  root.replaceChildren(element('h2', { tabindex: '-1' }, text('admin.enrol.scan')),
    element('div', { class: 'qr-frame' }, qrCode(uri, text('admin.enrol.qr'))),
    element('p', {}, text('admin.enrol.byHand'), ' ', element('code', { class: 'secret' }, secret)), made);
  focusHeading(root);
}

function showRecoveryCodes(root, codes, onDone) {
  root.replaceChildren(element('h2', { tabindex: '-1' }, text('admin.recovery.title')),
    element('p', { class: 'lead' }, text('admin.recovery.about')),
    element('ul', { class: 'recovery-codes' }, ...codes.map((code) => element('li', {}, element('code', {}, code)))),
    element('button', { type: 'button', class: 'button is-main', onclick: onDone }, text('admin.recovery.done')));
  focusHeading(root);
}

const focusHeading = (root) => root.querySelector('h2')?.focus({ preventScroll: true });

/** One field for codes of the app, and for recovery codes. */
const codeField = (hint) => field('code', text('admin.code.label'), element('input', {
  autocomplete: 'one-time-code', autocapitalize: 'off', spellcheck: 'false', maxlength: '40', required: true,
}), hint);

const codeOf = (made) => controlOf(made, 'code').value.trim();
