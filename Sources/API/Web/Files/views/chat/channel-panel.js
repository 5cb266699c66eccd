// The channels of a workspace beside the conversation, or by themselves on a phone.

import { isAborted } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { go } from '../../core/navigation.js';
import { formatAge, text } from '../../core/texts.js';
import { showError } from '../../widgets/error.js';
import { icon, iconButton } from '../../widgets/icon.js';
import { avatar } from '../../widgets/photo.js';
import { channelForm, titleOf } from './channel-actions.js';
import { Channels } from './channel-list.js';
import { briefly, excerpt, nameOf } from './message-row.js';
import { search } from './message-search.js';
import { startRoom, workspaceMenu } from './workspace-actions.js';

/** @typedef {{workspace: number, current: number | null, history: any, line: any, me: string, signal: AbortSignal, again: () => void}} Parts */

/** The list of channels; `channels` is what it shows. @param {Parts} parts */
export function panel({ workspace, current, history, line, me, signal, again }) {
  const channels = new Channels(workspace, { history, line, me, signal });
  const head = element('header', { class: 'talk-head' });
  const body = element('div', { class: 'panel-body' });
  head.append(element('a', { class: 'icon-button', href: '/app/chat', 'aria-label': text('chat.backToWorkspaces') }, icon('back')),
    element('div', { class: 'talk-name' }, element('h2', {}, text('chat.channels'))));
  const root = element('nav', { class: 'channels', 'aria-label': text('chat.channels') }, head, body);
  channels.addEventListener('change', draw);
  channels.addEventListener('gone', (event) => fail(/** @type {CustomEvent} */ (event).detail));

  function draw() {
    if (signal.aborted) return;
    // Whoever is in the list with the keyboard stays where they are.
    const held = body.contains(document.activeElement) ? document.activeElement?.id : '';
    if (head.dataset.name !== channels.workspace.name) drawHead();
    body.replaceChildren(...[
      channels.at > 0 && element('p', { class: 'talk-state', role: 'status' }, text('chat.offlineList', { age: formatAge(channels.at) })),
      ...group('chat.channels', channels.joined, iconButton('plus', text('chat.newChannel'), make, { id: 'make-channel' })),
      ...(channels.others.length ? group('chat.others', channels.others) : []),
      ...group('chat.rooms', channels.rooms, iconButton('plus', text('chat.newRoom'), () => startRoom(channels.workspace, me), { id: 'start-room' })),
      !channels.rooms.length && element('p', { class: 'channels-none' }, text('chat.noRooms')),
    ].filter(Boolean));
    if (held) document.getElementById(held)?.focus();
  }

  function drawHead() {
    const { name } = channels.workspace;
    const isHeld = head.contains(document.activeElement);
    head.dataset.name = name;
    head.replaceChildren(
      element('a', { class: 'icon-button', href: '/app/chat', 'aria-label': text('chat.backToWorkspaces') }, icon('back')),
      element('div', { class: 'talk-name' }, element('h2', {}, name)),
      iconButton('search', text('chat.search'), () => search(channels.workspace, nameOfChannel), { 'aria-haspopup': 'dialog' }),
      iconButton('more', text('chat.workspaceMenu'), () => workspaceMenu(channels.workspace, { me, again }), { 'aria-haspopup': 'dialog' }));
    if (isHeld) head.querySelector('button')?.focus();
  }

  const nameOfChannel = (id) => {
    const channel = [...channels.joined, ...channels.rooms].find((it) => it.id === id);
    return channel ? titleOf(channel) : '';
  };

  const group = (key, items, act = null) => [
    element('div', { class: 'channels-head' }, element('h3', {}, text(key)), act),
    element('ul', {}, ...items.map((channel) => element('li', {}, entry(channel, current)))),
  ];

  async function make() {
    const channel = await channelForm(workspace);
    if (channel) go(`/app/chat/${workspace}/${channel.id}`);
  }

  async function open() {
    try {
      await channels.open();
    } catch (failure) {
      if (!isAborted(failure)) fail(failure);
    }
  }

  function fail(failure) {
    body.replaceChildren();
    showError(body, failure, again);
  }

  body.append(...[0, 1, 2].map(() => element('div', { class: 'ghost' })));
  return { root, channels, open };
}

/** One channel of the list. */
function entry(channel, current) {
  const { id, workspace, unread_count: unread, newest, kind } = channel;
  const isRoom = kind === 'direct';
  const name = titleOf(channel);
  const newestWords = newest && `${isRoom ? '' : `${nameOf(newest.author)}: `}${excerpt(newest)}`;
  const about = channel.is_member ? newestWords || channel.description : channel.description || text('chat.canJoin');
  return element('a', {
    class: `channel${unread ? ' is-unread' : ''}`, id: `channel-${id}`, href: `/app/chat/${workspace}/${id}`, 'aria-current': id === current ? 'page' : null,
  },
  isRoom ? avatar(channel.partner ?? { nickname: '?', photo: null }) : element('span', { class: 'channel-mark', 'aria-hidden': 'true' }, kind === 'closed' ? '◆' : '#'),
  element('span', { class: 'channel-words' },
    element('span', { class: 'channel-name' }, name, kind === 'closed' && element('span', { class: 'unseen' }, ` ${text('chat.closed')}`)),
    about && element('span', { class: 'channel-about' }, about)),
  element('span', { class: 'channel-side' },
    newest && channel.is_member && element('time', { datetime: newest.created_at }, briefly(newest.created_at)),
    unread > 0 && element('span', { class: 'badge' }, element('span', { 'aria-hidden': 'true' }, unread > 999 ? '999+' : String(unread)),
      element('span', { class: 'unseen' }, text('chat.unread', { count: unread })))));
}
