// What can be done with a channel: join, leave, change, hand over, take people in.

import { get, send } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { closeRow, isConfirmed, openDialog } from '../../widgets/dialog.js';
import { field, form, showFieldError } from '../../widgets/form.js';
import { openMenu } from '../../widgets/menu.js';
import { notify, notifyError } from '../../widgets/notice.js';
import { pickMember, showMembers } from './member-dialogs.js';

/** What a channel is called: a room by whoever else is in it. */
export const titleOf = ({ kind, name, partner }) => (kind === 'direct' ? partner?.nickname ?? text('chat.gone') : name);

export const join = (id) => send('PUT', `/api/channels/${id}/membership`);

/** @param {any} channel @param {{me: string, again: () => void, left: () => void}} parts */
export async function channelMenu(channel, { me, again, left }) {
  const { id, kind, owner } = channel;
  const isOwner = owner === me;
  const isOwn = isOwner && kind !== 'standard';
  const mayGo = channel.is_member && (kind === 'open' || kind === 'closed') && !isOwner;
  const act = await openMenu(titleOf(channel), [
    { name: 'members', icon: 'person', label: text('chat.channelMembers') },
    (isOwn || (kind === 'open' && channel.is_member)) && { name: 'add', icon: 'plus', label: text('chat.addMember') },
    isOwner && { name: 'change', icon: 'edit', label: text('chat.changeChannel') },
    isOwn && { name: 'handOver', icon: 'check', label: text('chat.handOver') },
    mayGo && { name: 'leave', icon: 'close', label: text('chat.leaveChannel'), isDanger: true },
    isOwn && { name: 'remove', icon: 'trash', label: text('chat.removeChannel'), isDanger: true },
  ]);
  try {
    switch (act) {
      case 'members': return await showMembers(text('chat.channelMembers'), () => get(`/api/channels/${id}/members`), { me });
      case 'add': return await addMember(channel, me);
      case 'change': if (await channelForm(channel.workspace, channel)) again(); return;
      case 'handOver': if (await handOver(channel, me)) again(); return;
      case 'leave': return await leave(channel, left);
      case 'remove': return await remove(channel, left);
      default: return;
    }
  } catch (failure) {
    notifyError(failure);
  }
}

async function leave({ id, name }, left) {
  if (!(await isConfirmed(text('chat.leaveChannel'), text('chat.leaveChannelWords', { name }), text('chat.leave')))) return;
  await send('DELETE', `/api/channels/${id}/membership`);
  left();
}

async function remove({ id, name }, left) {
  if (!(await isConfirmed(text('chat.removeChannel'), text('chat.removeChannelWords', { name }), text('remove')))) return;
  await send('DELETE', `/api/channels/${id}`);
  left();
}

async function addMember({ id, workspace }, me) {
  const [all, inside] = await Promise.all([get(`/api/workspaces/${workspace}/members`), get(`/api/channels/${id}/members`)]);
  const known = new Set(inside.items.map(({ person }) => person.id));
  const person = await pickMember(text('chat.addMember'), all.items.filter((it) => !known.has(it.person.id)), me);
  if (!person) return;
  await send('PUT', `/api/channels/${id}/members/${person.id}`);
  notify(text('chat.added', { name: person.nickname }));
}

async function handOver({ id, name }, me) {
  const { items } = await get(`/api/channels/${id}/members`);
  const person = await pickMember(text('chat.handOver'), items, me);
  if (!person) return false;
  if (!(await isConfirmed(text('chat.handOver'), text('chat.handOverWords', { name: person.nickname, place: name }), text('chat.handOver')))) return false;
  await send('PUT', `/api/channels/${id}/owner`, { account: person.id });
  return true;
}

/** Makes a channel, or changes one; the channel, null where nothing was done. */
export function channelForm(workspace, channel = null) {
  const name = /** @type {HTMLInputElement} */ (element('input', { type: 'text', maxlength: 60, autocomplete: 'off', value: channel?.name }));
  const about = /** @type {HTMLTextAreaElement} */ (element('textarea', { maxlength: 500 }, channel?.description));
  const kind = /** @type {HTMLSelectElement} */ (element('select', {},
    element('option', { value: 'open' }, text('chat.open')), element('option', { value: 'closed' }, text('chat.closed'))));
  return openDialog(text(channel ? 'chat.changeChannel' : 'chat.newChannel'), (close) => [form({
    fields: [
      field('name', text('chat.channelName'), name), field('description', text('chat.description'), about),
      !channel && field('kind', text('chat.kind'), kind, text('chat.kindHint')),
    ],
    action: text(channel ? 'save' : 'chat.make'),
    submit: async (made) => {
      if (!isNamed(made, name.value)) return;
      const body = { name: name.value.trim(), description: about.value.trim() };
      close(channel
        ? await send('PUT', `/api/channels/${channel.id}`, body)
        : await send('POST', `/api/workspaces/${workspace}/channels`, { ...body, kind: kind.value }));
    },
  }), closeRow(close)]);
}

/** Whether a name is as long as names may be; it is told at its field where it is not. */
export function isNamed(made, name) {
  const length = [...name.trim()].length;
  if (length >= 1 && length <= 30) return true;
  showFieldError(made, 'name', text('error.name-invalid'));
  made.querySelector('#field-name').focus();
  return false;
}
