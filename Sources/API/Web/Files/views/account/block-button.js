// The button that blocks a person, with undo.

import { send } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { go } from '../../core/navigation.js';
import { member } from '../../core/session.js';
import { text } from '../../core/texts.js';
import { isConfirmed } from '../../widgets/dialog.js';
import { icon } from '../../widgets/icon.js';
import { whileBusy } from '../../widgets/notice.js';

/**
 * Null without a session.
 * @param {{id: string, nickname: string}} person
 * @param {HTMLElement} page its content is replaced once the person is blocked
 */
export function blockButton(person, page) {
  if (!member()) return null;
  const button = element('button', { type: 'button', class: 'small' }, icon('block'), text('account.block'));
  button.addEventListener('click', async () => {
    const question = text('account.blockQuestion', { name: person.nickname });
    if (!(await isConfirmed(question, text('account.blockAbout'), text('account.block')))) return;
    await whileBusy(button, async () => {
      await send('PUT', `/api/accounts/${person.id}/block`);
      showBlocked(person, page);
    });
  });
  return button;
}

function showBlocked(person, page) {
  const undo = element('button', { type: 'button', class: 'small' }, text('account.unblock'));
  undo.addEventListener('click', () => whileBusy(undo, async () => {
    await send('DELETE', `/api/accounts/${person.id}/block`);
    go(`/app/people/${person.id}`, true);
  }));
  const heading = element('h2', { tabindex: '-1', dir: 'auto' }, text('account.blocked', { name: person.nickname }));
  page.replaceChildren(element('div', { class: 'empty' }, heading, element('p', {}, text('account.blockedAbout')),
    undo));
  heading.focus();
}
