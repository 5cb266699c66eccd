// The list of channels of a workspace: beside the conversation, or alone on a phone.

import { Problem, isAborted } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { go } from '../../core/navigation.js';
import { formatAge, text } from '../../core/texts.js';
import { showError } from '../../widgets/error.js';
import { icon, iconButton } from '../../widgets/icon.js';
import { avatar } from '../../widgets/photo.js';
import { channelForm, channelTitle } from './channel-actions.js';
import { ChannelList } from './channel-list.js';
import { authorName, excerpt, formatShort } from './message-row.js';
import { openMessageSearch } from './message-search.js';
import { openWorkspaceMenu, startRoom } from './workspace-actions.js';

/**
 * `onMissing`: there is no such workspace, or not for the member.
 * @typedef {{workspace: number, current: number | null, history: any, realtime: any, me: string, signal: AbortSignal,
 * reload: () => void, onMissing: () => void}} Parts
 */

/** @param {Parts} parts */
export function channelPanel({ workspace, current, history, realtime, me, signal, reload, onMissing }) {
  const channels = new ChannelList(workspace, { history, realtime, me, signal });
  const head = element('header', { class: 'chat-head' });
  const body = element('div', { class: 'panel-body' });
  head.append(element('a', { class: 'icon-button', href: '/app/chat', 'aria-label': text('chat.backToWorkspaces') },
    icon('back')),
    element('div', { class: 'chat-title' }, element('h2', {}, text('chat.channels'))));
  const root = element('nav', { class: 'channels', 'aria-label': text('chat.channels') }, head, body);
  channels.addEventListener('change', draw);
  channels.addEventListener('gone', (event) => fail(/** @type {CustomEvent} */ (event).detail));

  function draw() {
    if (signal.aborted) return;
    // The focus stays where it is.
    const focused = body.contains(document.activeElement) ? document.activeElement?.id : '';
    if (head.dataset.name !== channels.workspace.name) drawHead();
    body.replaceChildren(...[
      channels.at > 0
        && element('p', { class: 'connection-state', role: 'status' },
          text('chat.offlineList', { age: formatAge(channels.at) })),
      ...group('chat.channels', channels.joined,
        iconButton('plus', text('chat.newChannel'), createChannel, { id: 'create-channel' })),
      ...(channels.joinable.length ? group('chat.joinable', channels.joinable) : []),
      ...group('chat.rooms', channels.rooms,
        iconButton('plus', text('chat.newRoom'), () => startRoom(channels.workspace, me), { id: 'start-room' })),
      !channels.rooms.length && element('p', { class: 'channels-none' }, text('chat.noRooms')),
    ].filter(Boolean));
    if (focused) document.getElementById(focused)?.focus();
  }

  function drawHead() {
    const { name } = channels.workspace;
    const hasFocus = head.contains(document.activeElement);
    head.dataset.name = name;
    head.replaceChildren(
      element('a', { class: 'icon-button', href: '/app/chat', 'aria-label': text('chat.backToWorkspaces') },
        icon('back')),
      element('div', { class: 'chat-title' }, element('h2', {}, name)),
      iconButton('search', text('chat.search'), () => openMessageSearch(channels.workspace, channelName),
        { 'aria-haspopup': 'dialog' }),
      iconButton('more', text('chat.workspaceMenu'), () => openWorkspaceMenu(channels.workspace, { me, reload }),
        { 'aria-haspopup': 'dialog' }));
    if (hasFocus) head.querySelector('button')?.focus();
  }

  const channelName = (id) => {
    const channel = [...channels.joined, ...channels.rooms].find((it) => it.id === id);
    return channel ? channelTitle(channel) : '';
  };

  const group = (key, items, action = null) => [
    element('div', { class: 'channels-head' }, element('h3', {}, text(key)), action),
    element('ul', {}, ...items.map((channel) => element('li', {}, channelLink(channel, current)))),
  ];

  async function createChannel() {
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
    if (failure instanceof Problem && failure.status === 404) {
      onMissing();
      return;
    }
    body.replaceChildren();
    showError(body, failure, reload);
  }

  body.append(...[0, 1, 2].map(() => element('div', { class: 'ghost' })));
  return { root, channels, open };
}

function channelLink(channel, current) {
  const { id, workspace, unread_count: unread, newest, kind } = channel;
  const isRoom = kind === 'direct';
  const name = channelTitle(channel);
  const newestText = newest && `${isRoom ? '' : `${authorName(newest.author)}: `}${excerpt(newest)}`;
  const about = channel.is_member ? newestText || channel.description : channel.description || text('chat.canJoin');
  return element('a', {
    class: `channel${unread ? ' is-unread' : ''}`, id: `channel-${id}`, href: `/app/chat/${workspace}/${id}`,
    'aria-current': id === current ? 'page' : null,
  },
  isRoom ? avatar(channel.partner ?? { nickname: '?', photo: null }) : element('span',
    { class: 'channel-mark', 'aria-hidden': 'true' }, kind === 'closed' ? '◆' : '#'),
  element('span', { class: 'channel-words' },
    element('span', { class: 'channel-name' }, name, kind === 'closed'
      && element('span', { class: 'unseen' }, ` ${text('chat.closed')}`)),
    about && element('span', { class: 'channel-about' }, about)),
  element('span', { class: 'channel-side' },
    newest && channel.is_member && element('time', { datetime: newest.created_at }, formatShort(newest.created_at)),
    unread > 0
      && element('span', { class: 'badge' },
        element('span', { 'aria-hidden': 'true' }, unread > 999 ? '999+' : String(unread)),
      element('span', { class: 'unseen' }, text('chat.unread', { count: unread })))));
}
