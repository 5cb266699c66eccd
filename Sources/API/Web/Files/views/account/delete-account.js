// /app/me/leaving: deleting the account.

import { send } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { go } from '../../core/navigation.js';
import { setMember } from '../../core/session.js';
import { text } from '../../core/texts.js';
import { isConfirmed } from '../../widgets/dialog.js';
import { focusFieldError, form, showFieldError } from '../../widgets/form.js';
import { notify } from '../../widgets/notice.js';
import { pageHeader } from './page-header.js';
import { exportButton } from './export-button.js';
import { passwordField } from './password-field.js';

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, { setTitle }) {
  setTitle(text('account.delete'));
  root.classList.add('narrow');
  const removed = ['profile', 'posts', 'relations', 'card', 'chats', 'payments'];
  root.append(
    pageHeader(text('account.delete')),
    element('p', { class: 'lead' }, text('account.deleteAbout')),
    element('ul', { class: 'points' }, ...removed.map((what) => element('li', {}, text(`account.delete.${what}`)))),
    element('p', { class: 'aside' }, exportButton()),
    deletionForm());
}

function deletionForm() {
  const sure = /** @type {HTMLInputElement} */ (element('input', {
    type: 'checkbox', id: 'field-sure', name: 'sure', 'aria-describedby': 'error-sure',
  }));
  const password = passwordField(
    'current_password', text('account.currentPassword'), 'current-password', text('account.deletePassword'));
  const made = form({
    fields: [password, element('div', { class: 'field' },
      element('label', { class: 'check', for: 'field-sure' }, sure, text('account.deleteSure')),
      element('p', { class: 'field-error', id: 'error-sure', 'aria-live': 'polite' }))],
    action: text('account.delete'),
    async submit() {
      if (!sure.checked) {
        focusFieldError(made, 'sure', text('account.deleteSureNeeded'));
        return;
      }
      const question = text('account.deleteQuestion');
      if (!(await isConfirmed(question, text('account.deleteLast'), text('account.delete')))) return;
      const typed = /** @type {HTMLInputElement} */ (password.querySelector('input')).value;
      await send('DELETE', '/api/me', typed ? { current_password: typed } : {});
      setMember(null);
      notify(text('account.deleted'));
      go('/');
    },
  });
  made.classList.add('deletion');
  sure.addEventListener('change', () => showFieldError(made, 'sure', ''));
  return made;
}
