// The actions of a member on a workspace: see members, invite, change, hand over, leave.

import { get, send, upload } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { go } from '../../core/navigation.js';
import { text } from '../../core/texts.js';
import { closeRow, isConfirmed, openDialog } from '../../widgets/dialog.js';
import { field, form } from '../../widgets/form.js';
import { icon, iconButton } from '../../widgets/icon.js';
import { openInvitation } from '../../widgets/invitation.js';
import { openMenu } from '../../widgets/menu.js';
import { notify, notifyError, whileBusy } from '../../widgets/notice.js';
import { photo } from '../../widgets/photo.js';
import { validateName } from './channel-actions.js';
import { pickMember, showMembers } from './member-dialogs.js';

/** @param {any} workspace @param {{me: string, reload: () => void}} parts */
export async function openWorkspaceMenu(workspace, { me, reload }) {
  const isOwner = workspace.owner === me;
  const action = await openMenu(workspace.name, [
    { name: 'members', icon: 'person', label: text('chat.members') },
    isOwner && { name: 'link', icon: 'share', label: text('chat.inviteByLink') },
    isOwner && { name: 'invite', icon: 'plus', label: text('chat.invite') },
    isOwner && { name: 'change', icon: 'edit', label: text('chat.changeWorkspace') },
    isOwner && { name: 'handOver', icon: 'check', label: text('chat.handOver') },
    !isOwner && { name: 'leave', icon: 'close', label: text('chat.leaveWorkspace'), isDanger: true },
    isOwner && { name: 'remove', icon: 'trash', label: text('chat.removeWorkspace'), isDanger: true },
  ]);
  try {
    switch (action) {
      case 'members': return await members(workspace, me);
      case 'link': return await openInvitation(workspace);
      case 'invite': return await invite(workspace);
      case 'change': if (await workspaceForm(workspace)) reload(); return;
      case 'handOver': if (await handOver(workspace, me)) reload(); return;
      case 'leave': return await leave(workspace);
      case 'remove': return await remove(workspace);
      default: return;
    }
  } catch (failure) {
    notifyError(failure);
  }
}

const loadMembers = ({ id }) => get(`/api/workspaces/${id}/members`);

/** Lets the user choose a member, and opens the direct room with them. */
export async function startRoom(workspace, me) {
  try {
    const person = await pickMember(text('chat.newRoom'), (await loadMembers(workspace)).items, me);
    if (person) await openRoom(workspace, person);
  } catch (failure) {
    notifyError(failure);
  }
}

async function openRoom({ id }, person) {
  const room = await send('PUT', `/api/workspaces/${id}/rooms/${person.id}`);
  go(`/app/chat/${id}/${room.id}`);
}

async function members(workspace, me) {
  const isOwner = workspace.owner === me;
  const chosen = await showMembers(text('chat.members'), () => loadMembers(workspace), {
    me,
    actions: ({ person }, close) => (person.id === me ? [] : [
      iconButton('chat', text('chat.messageTo', { name: person.nickname }), () => close({ action: 'message', person })),
      isOwner && iconButton('close', text('chat.removeMember', { name: person.nickname }),
        () => close({ action: 'remove', person })),
    ]),
  });
  if (chosen?.action === 'message') await openRoom(workspace, chosen.person);
  if (chosen?.action === 'remove') await removeMember(workspace, chosen.person);
}

async function removeMember({ id }, { id: account, nickname }) {
  const label = text('chat.removeMemberAction');
  if (!(await isConfirmed(text('chat.removeMember', { name: nickname }),
    text('chat.removeMemberWords', { name: nickname }), label))) {
    return;
  }
  await send('DELETE', `/api/workspaces/${id}/members/${account}`);
  notify(text('chat.memberRemoved', { name: nickname }));
}

/** Invites the owner of an e-mail address, after showing the account; without an account, offers an invitation link. */
async function invite(workspace) {
  const { id } = workspace;
  const input = /** @type {HTMLInputElement} */ (element('input',
    { type: 'email', autocomplete: 'off', inputmode: 'email' }));
  const found = await openDialog(text('chat.invite'), (close) => [form({
    fields: [field('email', text('chat.email'), input, text('chat.emailHint'))],
    action: text('chat.lookUp'),
    submit: async () => {
      const email = input.value.trim();
      close({ email, ...await send('POST', `/api/workspaces/${id}/invitees`, { email }) });
    },
  }), closeRow(close)]);
  if (!found) return;
  if (found.person) await invitePerson(id, found);
  else await inviteByLink(workspace, found.email);
}

async function invitePerson(id, { email, person, is_email_verified: isVerified }) {
  const name = person.nickname;
  const words =
    `${text('chat.inviteWords', { name, email })} ${text(isVerified ? 'chat.emailVerified' : 'chat.emailUnverified')}`;
  if (!(await isConfirmed(text('chat.invite'), words, text('chat.inviteAction')))) return;
  await send('POST', `/api/workspaces/${id}/invitations`, { email, account: person.id });
  notify(text('chat.invited', { name }));
}

async function inviteByLink(workspace, email) {
  if (!(await isConfirmed(text('chat.inviteLink'), text('chat.inviteLinkWords', { email }),
    text('chat.inviteLinkAction')))) {
    return;
  }
  await openInvitation(workspace);
}

async function handOver(workspace, me) {
  const person = await pickMember(text('chat.handOver'), (await loadMembers(workspace)).items, me);
  if (!person) return false;
  const words = text('chat.handOverWords', { name: person.nickname, group: workspace.name });
  if (!(await isConfirmed(text('chat.handOver'), words, text('chat.handOver')))) return false;
  await send('PUT', `/api/workspaces/${workspace.id}/owner`, { account: person.id });
  return true;
}

async function leave({ id, name }) {
  if (!(await isConfirmed(text('chat.leaveWorkspace'), text('chat.leaveWorkspaceWords', { name }),
    text('chat.leave')))) {
    return;
  }
  await send('DELETE', `/api/workspaces/${id}/membership`);
  go('/app/chat', true);
}

async function remove({ id, name }) {
  if (!(await isConfirmed(text('chat.removeWorkspace'), text('chat.removeWorkspaceWords', { name }), text('remove')))) {
    return;
  }
  await send('DELETE', `/api/workspaces/${id}`);
  go('/app/chat', true);
}

/** Opens the form for creating or changing a workspace. Resolves to it, null if cancelled. */
export function workspaceForm(workspace = null) {
  const name = /** @type {HTMLInputElement} */ (element('input',
    { type: 'text', maxlength: 60, autocomplete: 'off', value: workspace?.name }));
  const about = /** @type {HTMLTextAreaElement} */ (element('textarea', { maxlength: 500 }, workspace?.description));
  const picture = pictureField(workspace?.photo ?? null);
  return openDialog(text(workspace ? 'chat.changeWorkspace' : 'chat.newWorkspace'), (close) => [form({
    fields: [field('name', text('chat.workspaceName'), name), field('description', text('chat.description'), about),
      picture.root],
    action: text(workspace ? 'save' : 'chat.create'),
    submit: async (made) => {
      if (!validateName(made, name.value)) return;
      const body = { name: name.value.trim(), description: about.value.trim(), photo: picture.photo() };
      close(workspace ? await send('PUT', `/api/workspaces/${workspace.id}`, body)
        : await send('POST', '/api/workspaces', body));
    },
  }), closeRow(close)]);
}

/** The optional picture of a workspace. @param {string | null} current */
function pictureField(current) {
  let name = current;
  const shown = element('span', { class: 'workspace-picture' });
  const chooser = /** @type {HTMLInputElement} */ (element('input',
    { type: 'file', accept: 'image/*', hidden: true, 'aria-label': text('chat.choosePicture') }));
  const choose = element('button', { type: 'button', class: 'small', onclick: () => chooser.click() }, icon('photo'),
    text('chat.choosePicture'));
  const remove = element('button', { type: 'button', class: 'small', onclick: () => set(null) },
    text('chat.noPicture'));
  chooser.addEventListener('change', () => whileBusy(choose, async () => {
    const files = [...(chooser.files ?? [])];
    if (files.length) set((await upload(files.slice(0, 1)))[0].name);
  }));
  function set(chosen) {
    name = chosen;
    shown.replaceChildren(...(name ? [photo(name, 320, text('chat.picture'))] : []));
    remove.hidden = !name;
  }
  set(current);
  return { root: element('div', { class: 'picture-line' }, shown, choose, remove, chooser), photo: () => name };
}
