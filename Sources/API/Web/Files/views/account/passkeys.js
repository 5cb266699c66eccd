// /app/me/passkeys: the passkeys of the account.

import { get, send } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { formatDate, text } from '../../core/texts.js';
import { isConfirmed, openDialog } from '../../widgets/dialog.js';
import { controlOf, field, form } from '../../widgets/form.js';
import { notify, whileBusy } from '../../widgets/notice.js';
import { explained, hasPasskeys, makePasskey } from '../../widgets/passkey.js';
import { pageHeader } from './page-header.js';
import { passwordField } from './password-field.js';

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, { signal, setTitle }) {
  setTitle(text('account.passkey.title'));
  root.classList.add('narrow');
  root.append(pageHeader(text('account.passkey.title')),
    element('p', { class: 'lead' }, text('account.passkey.about')));
  const { passkeys } = await get('/api/me/passkeys', {}, signal);
  if (signal.aborted) return;
  const list = element('ul', { class: 'rows' }, ...passkeys.map(row));
  root.append(list, hasPasskeys() ? additionForm((added) => list.append(row(added)))
    : element('p', { class: 'aside' }, text('account.passkey.notOffered')));
}

/** What people call this device; they may change it. */
export function deviceName() {
  const agent = navigator.userAgent;
  const found = [['iPhone', 'iPhone'], ['iPad', 'iPad'], ['Android', 'Android'], ['Macintosh', 'Mac'],
    ['Windows', 'Windows'], ['CrOS', 'Chromebook'], ['Linux', 'Linux']].find(([word]) => agent.includes(word));
  return found ? found[1] : text('account.passkey.title');
}

function additionForm(onAdded) {
  const made = form({
    fields: [
      element('h3', {}, text('account.passkey.add')),
      nameField(deviceName()),
      passwordField('current_password', text('account.currentPassword'), 'current-password',
        text('account.passkey.passwordHint')),
    ],
    action: text('account.passkey.add'),
    async submit() {
      const password = controlOf(made, 'current_password').value;
      await explained(async () => {
        const options = await send('POST', '/api/me/passkeys/options', password ? { current_password: password } : {});
        onAdded(await send('POST', '/api/me/passkeys',
          { ...await makePasskey(options), name: controlOf(made, 'name').value.trim() || deviceName() }));
      });
      controlOf(made, 'current_password').value = '';
      notify(text('account.passkey.added'));
    },
  });
  return made;
}

const nameField = (value) => field('name', text('account.passkey.name'), element('input', {
  type: 'text', autocomplete: 'off', required: true, maxlength: 50, value,
}));

function row(passkey) {
  const title = element('span', { class: 'title' }, passkey.name);
  const about = [text('account.passkey.since', { date: formatDate(passkey.created_at) }),
    passkey.used_at && text('account.passkey.used', { date: formatDate(passkey.used_at) }),
    passkey.is_second_factor && text('account.passkey.forOperators')].filter(Boolean).join(' · ');
  const rename = element('button', { type: 'button', class: 'small' }, text('account.passkey.rename'));
  const remove = element('button', { type: 'button', class: 'small' }, text('account.passkey.remove'));
  const label = () => {
    rename.setAttribute('aria-label', `${title.textContent}: ${text('account.passkey.rename')}`);
    remove.setAttribute('aria-label', `${title.textContent}: ${text('account.passkey.remove')}`);
  };
  const made = element('li', {}, element('div', { class: 'passkey' },
    element('div', { class: 'words' }, title, element('span', { class: 'faint' }, about)),
    element('div', { class: 'actions' }, rename, remove)));
  label();
  rename.addEventListener('click', async () => {
    const name = await askForName(passkey.id, title.textContent);
    if (!name) return;
    title.textContent = name;
    label();
  });
  remove.addEventListener('click', async () => {
    const question = `${title.textContent}: ${text('account.passkey.remove')}`;
    if (!(await isConfirmed(question, text('account.passkey.removeAbout'), text('account.passkey.remove')))) return;
    await whileBusy(remove, async () => {
      await explained(() => send('DELETE', `/api/me/passkeys/${passkey.id}`));
      made.remove();
    });
  });
  return made;
}

/** Resolves to the new name; null if it stays. */
function askForName(id, name) {
  return openDialog(text('account.passkey.rename'), (close) => {
    const made = form({
      fields: [field('new-name', text('account.passkey.name'), element('input', {
        type: 'text', autocomplete: 'off', required: true, maxlength: 50, value: name,
      }))],
      action: text('account.passkey.rename'),
      async submit() {
        const wanted = controlOf(made, 'new-name').value.trim();
        close((await explained(() => send('PATCH', `/api/me/passkeys/${id}`, { name: wanted }))).name);
      },
    });
    return [made];
  });
}
