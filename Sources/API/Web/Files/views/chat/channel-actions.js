// The actions of a member on a channel: join, leave, change, hand over, add members.

import { get, send } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { closeRow, isConfirmed, openDialog } from '../../widgets/dialog.js';
import { field, focusFieldError, form } from '../../widgets/form.js';
import { openMenu } from '../../widgets/menu.js';
import { notify, notifyError } from '../../widgets/notice.js';
import { pickMember, showMembers } from './member-dialogs.js';

/** The name of a channel; of a room, the other member's. */
export const channelTitle = ({ kind, name, partner }) =>
  (kind === 'direct' ? partner?.nickname ?? text('chat.formerMember') : name);

export const joinChannel = (id) => send('PUT', `/api/channels/${id}/membership`);

/** @param {any} channel @param {{me: string, reload: () => void, onLeft: () => void}} parts */
export async function openChannelMenu(channel, { me, reload, onLeft }) {
  const { id, kind, owner } = channel;
  const isOwner = owner === me;
  const isManageable = isOwner && kind !== 'standard';
  const canLeave = channel.is_member && (kind === 'open' || kind === 'closed') && !isOwner;
  const action = await openMenu(channelTitle(channel), [
    { name: 'members', icon: 'person', label: text('chat.channelMembers') },
    (isManageable || (kind === 'open' && channel.is_member))
      && { name: 'add', icon: 'plus', label: text('chat.addMember') },
    isOwner && { name: 'change', icon: 'edit', label: text('chat.changeChannel') },
    isManageable && { name: 'handOver', icon: 'check', label: text('chat.handOver') },
    canLeave && { name: 'leave', icon: 'close', label: text('chat.leaveChannel'), isDanger: true },
    isManageable && { name: 'remove', icon: 'trash', label: text('chat.removeChannel'), isDanger: true },
  ]);
  try {
    switch (action) {
      case 'members':
        return await showMembers(text('chat.channelMembers'), () => get(`/api/channels/${id}/members`), { me });
      case 'add': return await addMember(channel, me);
      case 'change': if (await channelForm(channel.workspace, channel)) reload(); return;
      case 'handOver': if (await handOver(channel, me)) reload(); return;
      case 'leave': return await leave(channel, onLeft);
      case 'remove': return await remove(channel, onLeft);
      default: return;
    }
  } catch (failure) {
    notifyError(failure);
  }
}

async function leave({ id, name }, onLeft) {
  if (!(await isConfirmed(text('chat.leaveChannel'), text('chat.leaveChannelWords', { name }), text('chat.leave')))) {
    return;
  }
  await send('DELETE', `/api/channels/${id}/membership`);
  onLeft();
}

async function remove({ id, name }, onLeft) {
  if (!(await isConfirmed(text('chat.removeChannel'), text('chat.removeChannelWords', { name }), text('remove')))) {
    return;
  }
  await send('DELETE', `/api/channels/${id}`);
  onLeft();
}

async function addMember({ id, workspace }, me) {
  const [all, joined] = await Promise.all([
    get(`/api/workspaces/${workspace}/members`), get(`/api/channels/${id}/members`),
  ]);
  const joinedIds = new Set(joined.items.map(({ person }) => person.id));
  const person = await pickMember(text('chat.addMember'), all.items.filter((it) => !joinedIds.has(it.person.id)), me);
  if (!person) return;
  await send('PUT', `/api/channels/${id}/members/${person.id}`);
  notify(text('chat.added', { name: person.nickname }));
}

async function handOver({ id, name }, me) {
  const { items } = await get(`/api/channels/${id}/members`);
  const person = await pickMember(text('chat.handOver'), items, me);
  if (!person) return false;
  if (!(await isConfirmed(text('chat.handOver'), text('chat.handOverWords', { name: person.nickname, group: name }),
    text('chat.handOver')))) {
    return false;
  }
  await send('PUT', `/api/channels/${id}/owner`, { account: person.id });
  return true;
}

/** Opens the form for creating or changing a channel. Resolves to the channel, null if cancelled. */
export function channelForm(workspace, channel = null) {
  const name = /** @type {HTMLInputElement} */ (element('input',
    { type: 'text', maxlength: 60, autocomplete: 'off', value: channel?.name }));
  const about = /** @type {HTMLTextAreaElement} */ (element('textarea', { maxlength: 500 }, channel?.description));
  const kind = /** @type {HTMLSelectElement} */ (element('select', {},
    element('option', { value: 'open' }, text('chat.open')),
    element('option', { value: 'closed' }, text('chat.closed'))));
  return openDialog(text(channel ? 'chat.changeChannel' : 'chat.newChannel'), (close) => [form({
    fields: [
      field('name', text('chat.channelName'), name), field('description', text('chat.description'), about),
      !channel && field('kind', text('chat.kind'), kind, text('chat.kindHint')),
    ],
    action: text(channel ? 'save' : 'chat.create'),
    submit: async (made) => {
      if (!validateName(made, name.value)) return;
      const body = { name: name.value.trim(), description: about.value.trim() };
      close(channel
        ? await send('PUT', `/api/channels/${channel.id}`, body)
        : await send('POST', `/api/workspaces/${workspace}/channels`, { ...body, kind: kind.value }));
    },
  }), closeRow(close)]);
}

/** Whether the length of a name is valid; otherwise shows an error at its field. */
export function validateName(made, name) {
  const length = [...name.trim()].length;
  if (length >= 1 && length <= 30) return true;
  focusFieldError(made, 'name', text('error.name-invalid'));
  return false;
}
