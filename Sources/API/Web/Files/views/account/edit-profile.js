// /app/me/edit: nickname, picture and bio.

import { send } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { ownAccount } from '../../core/login.js';
import { go } from '../../core/navigation.js';
import { setMember } from '../../core/session.js';
import { text } from '../../core/texts.js';
import { controlOf, field, form } from '../../widgets/form.js';
import { notify } from '../../widgets/notice.js';
import { validateLive } from './live-validation.js';
import { nicknameField } from './nickname-field.js';
import { pageHeader } from './page-header.js';
import { pictureField } from './picture-field.js';
import { graphemeCount, nicknameError } from './validation.js';

const maxBioLength = 500;

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, { signal, setTitle }) {
  setTitle(text('account.editProfile'));
  root.classList.add('narrow');
  root.append(pageHeader(text('account.editProfile'), '/app/me'));
  const account = await ownAccount();
  if (!signal.aborted) root.append(editForm(account, signal));
}

function editForm(account, signal) {
  const picture = pictureField(account, signal);
  const value = (name) => controlOf(made, name).value.trim();
  const made = form({
    fields: [picture.root, nicknameField(account.nickname, signal), bioField(account.bio)],
    action: text('save'),
    async submit() {
      if (!isValid()) return;
      const wanted = { nickname: value('nickname'), bio: value('bio'), photo: await picture.value() };
      const changed = Object.fromEntries(Object.entries(wanted).filter(([name, it]) => it !== account[name]));
      if (Object.keys(changed).length) setMember(await send('PATCH', '/api/me', changed, { signal }));
      notify(text('account.saved'));
      go('/app/me', true);
    },
  });
  const isValid = validateLive(made, {
    nickname: nicknameError,
    bio: (words) => (graphemeCount(words.trim()) > maxBioLength ? text('error.bio-too-long') : ''),
  });
  return made;
}

function bioField(bio) {
  const control = /** @type {HTMLTextAreaElement} */ (element('textarea', { rows: 4, dir: 'auto' }));
  control.value = bio;
  const made = field('bio', text('account.bio'), control);
  const hint = made.querySelector('.field-hint');
  const count = () => {
    hint.textContent = text('account.bioCount', { count: graphemeCount(control.value), max: maxBioLength });
  };
  control.addEventListener('input', count);
  count();
  return made;
}
