// The workspaces that one is in, and to which one is invited.

import { Unreachable, get, isAborted, send } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { go } from '../../core/navigation.js';
import { formatAge, text } from '../../core/texts.js';
import { showError } from '../../widgets/error.js';
import { icon } from '../../widgets/icon.js';
import { notify, notifyError, whileBusy } from '../../widgets/notice.js';
import { avatar } from '../../widgets/photo.js';
import { workspaceForm } from './workspace-actions.js';

/**
 * @param {HTMLElement} root
 * @param {{history: import('./chat-history.js').History, signal: AbortSignal, again: () => void, code: string | null}} parts
 *   the code of an invitation link that led here
 */
export async function showWorkspaces(root, { history, signal, again, code }) {
  const state = element('div', {});
  const invited = element('section', { 'aria-label': text('chat.invitations') });
  const list = element('ul', { class: 'workspaces', 'aria-label': text('chat.workspaces') });
  const make = element('button', { type: 'button', class: 'button', onclick: newWorkspace }, icon('plus'), text('chat.newWorkspace'));
  root.append(element('h2', {}, text('chat.title')), state, invited, list, element('div', { class: 'foot' }, make));

  async function newWorkspace() {
    const workspace = await workspaceForm();
    if (workspace) go(`/app/chat/${workspace.id}`);
  }

  /** What the link that led here stands for. */
  let linked = null;

  function draw({ workspaces, invitations: own }) {
    const invitations = linked ? [linked, ...own] : own;
    invited.replaceChildren(...(invitations.length ? [element('h3', {}, text('chat.invitations')),
      element('ul', { class: 'workspaces' }, ...invitations.map(invitation))] : []));
    list.replaceChildren(...workspaces.map(entry));
    const isEmpty = !workspaces.length && !invitations.length;
    state.replaceChildren(...(isEmpty ? [element('p', { class: 'empty' }, text('chat.noWorkspaces'))] : []));
  }

  const invitation = ({ workspace, by, isLink = false }) => {
    const answer = (method, path, words, body = undefined) => async (event) => {
      await whileBusy(event.currentTarget, async () => {
        await send(method, path, body);
        notify(text(words, { name: workspace.name }));
        if (method === 'POST') go(`/app/chat/${workspace.id}`);
        else await load();
      });
    };
    const path = `/api/invitations/${workspace.id}`;
    return element('li', { class: 'invitation' }, face(workspace),
      element('div', { class: 'channel-words' }, element('span', { class: 'channel-name' }, workspace.name),
        element('span', { class: 'channel-about' }, text('chat.invitedBy', { name: by.nickname }))),
      element('div', { class: 'actions' },
        !isLink && element('button', { type: 'button', class: 'small', onclick: answer('DELETE', path, 'chat.declined') }, text('chat.decline')),
        element('button', {
          type: 'button', class: 'small is-main',
          onclick: isLink ? answer('POST', '/api/invitation-links/acceptance', 'chat.accepted', { code })
            : answer('POST', `${path}/acceptance`, 'chat.accepted'),
        }, text('chat.accept'))));
  };

  async function load() {
    const [workspaces, invitations] = await Promise.all(['/api/workspaces', '/api/invitations'].map((path) => get(path, {}, signal)));
    const value = { workspaces: workspaces.items, invitations: invitations.items };
    history.keepDocument('workspaces', value);
    draw(value);
  }

  async function lookUp() {
    try {
      linked = { ...await send('POST', '/api/invitation-links/lookup', { code }, { signal }), isLink: true };
    } catch (failure) {
      notifyError(failure);
    }
  }

  if (code) await lookUp();
  const kept = await history.document('workspaces');
  if (kept) draw(kept.value);
  else list.append(...[0, 1].map(() => element('li', { class: 'ghost' })));
  try {
    await load();
  } catch (failure) {
    if (isAborted(failure)) return;
    if (kept && failure instanceof Unreachable) {
      state.replaceChildren(element('p', { class: 'talk-state', role: 'status' }, text('chat.offlineList', { age: formatAge(kept.at) })));
      return;
    }
    list.replaceChildren();
    showError(state, failure, again);
  }
}

const face = (workspace) => avatar({ nickname: workspace.name, photo: workspace.photo });

const entry = (workspace) => element('li', {}, element('a', { class: 'channel', href: `/app/chat/${workspace.id}` }, face(workspace),
  element('span', { class: 'channel-words' }, element('span', { class: 'channel-name' }, workspace.name),
    element('span', { class: 'channel-about' }, workspace.description || text('chat.people', { count: workspace.member_count }))),
  workspace.description && element('span', { class: 'channel-side' }, text('chat.people', { count: workspace.member_count }))));
