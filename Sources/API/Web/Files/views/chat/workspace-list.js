// /app/chat: the member's workspaces, and invitations to others.

import { Unreachable, get, isAborted, send } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { go } from '../../core/navigation.js';
import { readPlan } from '../../core/party-plan.js';
import { formatAge, text } from '../../core/texts.js';
import { recountUnread } from '../../core/unread.js';
import { showError } from '../../widgets/error.js';
import { icon } from '../../widgets/icon.js';
import { notify, notifyError, whileBusy } from '../../widgets/notice.js';
import { avatar } from '../../widgets/photo.js';
import { realtimeConnection } from './realtime.js';
import { workspaceForm } from './workspace-actions.js';

/**
 * @param {HTMLElement} root
 * @param {{history: import('./chat-history.js').ChatHistory, signal: AbortSignal, reload: () => void,
 *   code: string | null}} parts `code`: of the invitation link that led here
 */
export async function showWorkspaces(root, { history, signal, reload, code }) {
  const state = element('div', {});
  const invitationSection = element('section', { 'aria-label': text('chat.invitations') });
  const list = element('ul', { class: 'workspaces', 'aria-label': text('chat.workspaces') });
  const createButton = element('button', { type: 'button', class: 'button', onclick: createWorkspace }, icon('plus'),
    text('chat.newWorkspace'));
  root.append(element('h2', {}, text('chat.title')), state, invitationSection, list,
    element('div', { class: 'foot' }, createButton,
      element('a', { class: 'small', href: '/app/party' }, icon('person'), text('party.title'))));

  async function createWorkspace() {
    const workspace = await workspaceForm();
    if (workspace) go(`/app/chat/${workspace.id}`);
  }

  /** The document that is drawn. */
  let shown = '';
  /** The invitation of the link that led here. */
  let linkedInvitation = null;

  function draw({ workspaces, invitations: others }) {
    const invitations = linkedInvitation ? [linkedInvitation, ...others] : others;
    invitationSection.replaceChildren(...(invitations.length ? [element('h3', {}, text('chat.invitations')),
      element('ul', { class: 'workspaces' }, ...invitations.map(invitationRow))] : []));
    list.replaceChildren(...workspaces.map(workspaceRow));
    const isEmpty = !workspaces.length && !invitations.length;
    state.replaceChildren(...(isEmpty ? [element('p', { class: 'empty' }, text('chat.noWorkspaces'))] : []));
  }

  const invitationRow = ({ workspace, by, isLink = false }) => {
    const answer = (method, path, confirmation, body = undefined) => async (event) => {
      await whileBusy(event.currentTarget, async () => {
        await send(method, path, body);
        recountUnread();
        notify(text(confirmation, { name: workspace.name }));
        if (method === 'POST') go(`/app/chat/${workspace.id}`);
        else await load();
      });
    };
    const path = `/api/invitations/${workspace.id}`;
    return element('li', { class: 'invitation' }, face(workspace),
      element('div', { class: 'channel-words' }, element('span', { class: 'channel-name' }, workspace.name),
        element('span', { class: 'channel-about' }, text('chat.invitedBy', { name: by.nickname }))),
      element('div', { class: 'actions' },
        !isLink && element('button',
          { type: 'button', class: 'small', onclick: answer('DELETE', path, 'chat.declined') }, text('chat.decline')),
        element('button', {
          type: 'button', class: 'small is-main',
          onclick: isLink ? answer('POST', '/api/invitation-links/acceptance', 'chat.accepted', { code })
            : answer('POST', `${path}/acceptance`, 'chat.accepted'),
        }, text('chat.accept'))));
  };

  async function load() {
    const [workspaces, invitations] = await Promise.all(
      ['/api/workspaces', '/api/invitations'].map((path) => get(path, {}, signal)));
    const value = { workspaces: workspaces.items, invitations: invitations.items };
    const isSame = JSON.stringify(value) === shown;
    shown = JSON.stringify(value);
    history.storeDocument('workspaces', value);
    // What is drawn again loses the focus.
    if (!isSame) draw(value);
  }

  async function lookUpLink() {
    try {
      linkedInvitation = { ...await send('POST', '/api/invitation-links/lookup', { code }, { signal }), isLink: true };
    } catch (failure) {
      notifyError(failure);
    }
  }

  if (code) await lookUpLink();
  const stored = await history.document('workspaces');
  if (stored) draw(stored.value);
  else list.append(...[0, 1].map(() => element('li', { class: 'ghost' })));
  try {
    await load();
    const realtime = realtimeConnection(signal);
    realtime.addEventListener('unread', () => { load().catch(() => {}); }, { signal });
    realtime.watchUnread();
  } catch (failure) {
    if (isAborted(failure)) return;
    if (stored && failure instanceof Unreachable) {
      state.replaceChildren(element('p', { class: 'connection-state', role: 'status' },
        text('chat.offlineList', { age: formatAge(stored.at) })));
      return;
    }
    list.replaceChildren();
    showError(state, failure, reload);
  }
}

const face = (workspace) => avatar({ nickname: workspace.name, photo: workspace.photo });

function workspaceRow(workspace) {
  // That of a party has the lines of its plan as well.
  const about = readPlan(workspace.description ?? '').text;
  return element('li', {}, element('a', { class: 'channel', href: `/app/chat/${workspace.id}` }, face(workspace),
    element('span', { class: 'channel-words' }, element('span', { class: 'channel-name' }, workspace.name),
      element('span', { class: 'channel-about' }, about || memberCount(workspace))),
    about && element('span', { class: 'channel-side' }, memberCount(workspace))));
}

const memberCount = (workspace) => text('chat.people', { count: workspace.member_count });
