// The button that writes to a person: in the direct room of a group that both are in, or after making one.

import { Problem, get, send } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { go } from '../../core/navigation.js';
import { member } from '../../core/session.js';
import { text } from '../../core/texts.js';
import { isConfirmed } from '../../widgets/dialog.js';
import { icon } from '../../widgets/icon.js';
import { openInvitation } from '../../widgets/invitation.js';
import { whileBusy } from '../../widgets/notice.js';

/** Null without a session. @param {{id: string, nickname: string}} person */
export function messageButton(person) {
  if (!member()) return null;
  const button = element('button', { type: 'button', class: 'small' }, icon('chat'), text('account.message'));
  button.addEventListener('click', () => whileBusy(button, () => write(person)));
  return button;
}

async function write(person) {
  const { items: workspaces } = await get('/api/workspaces');
  for (const { id } of workspaces) {
    const room = await directRoom(id, person);
    if (room) return go(`/app/chat/${id}/${room.id}`);
  }
  return offerWorkspace(person);
}

/** The room of both in a group; null if the person is not in it. */
async function directRoom(workspace, { id }) {
  try {
    return await send('PUT', `/api/workspaces/${workspace}/rooms/${id}`);
  } catch (failure) {
    if (failure instanceof Problem && failure.status === 404) return null;
    throw failure;
  }
}

/** People write to each other in groups: offers a new one, with a link that lets the person in. */
async function offerWorkspace({ nickname }) {
  const title = text('account.messageTo', { name: nickname });
  const isWanted = await isConfirmed(title, text('account.messageNoGroup', { name: nickname }),
    text('account.messageMakeGroup'));
  if (!isWanted) return;
  const name = [...`${member()?.nickname}, ${nickname}`].slice(0, 30).join('');
  const workspace = await send('POST', '/api/workspaces', { name, description: '' });
  await openInvitation(workspace);
  await go(`/app/chat/${workspace.id}`);
}
