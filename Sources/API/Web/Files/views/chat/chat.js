// /app/chat: the member's workspaces; below it the channels of one, and the conversation of a channel.

import { element } from '../../core/dom.js';
import { loginAddress } from '../../core/navigation.js';
import { member, onSessionChange } from '../../core/session.js';
import { text } from '../../core/texts.js';
import { showError } from '../../widgets/error.js';
import { channelPanel } from './channel-panel.js';
import { openChatStore } from './chat-store.js';
import { ConversationView } from './conversation-view.js';
import { realtimeConnection } from './realtime.js';
import { showWorkspaces } from './workspace-list.js';

/** Wide enough for the list beside the conversation. */
const wide = matchMedia('(min-width: 860px)');

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, visit) {
  let current = new AbortController();
  visit.signal.addEventListener('abort', () => current.abort());
  const load = () => {
    current.abort();
    current = new AbortController();
    root.replaceChildren();
    return fill(root, visit, current.signal, reload);
  };
  /** Redraws the chat, and keeps the focus inside it. */
  const reload = async () => {
    await load().catch((failure) => showError(root, failure, reload));
    const heading = root.querySelector('h2');
    if (document.activeElement !== document.body || !heading) return;
    heading.setAttribute('tabindex', '-1');
    heading.focus({ preventScroll: true });
  };
  // The chat is private: it disappears when its owner logs out, here or in another tab.
  const shown = member()?.id;
  onSessionChange(() => { if (member()?.id !== shown) reload(); }, visit.signal);
  wide.addEventListener('change', () => { if (visit.path.length > 1) reload(); }, { signal: visit.signal });
  await load();
}

async function fill(root, visit, signal, reload) {
  visit.setTitle(text('chat.title'));
  root.classList.remove('has-conversation');
  const me = member()?.id;
  if (!me) return showLoginPrompt(root);
  const [workspace, channel] = visit.path.map(parseNumber);
  const { history, outbox } = await openChatStore(me);
  if (signal.aborted) return;
  if (visit.path.some((part) => !parseNumber(part)) || visit.path.length > 2) return showUnknown(root, visit);
  if (!workspace) return showWorkspaces(root, { history, signal, reload, code: visit.query.get('invitation') });
  root.classList.add('has-conversation');
  const parts = { workspace, history, outbox, realtime: realtimeConnection(signal), me, signal, reload };
  await showWorkspace(root, visit, channel ?? null, parts);
}

/** The list beside the conversation; on a narrow screen only the one of the address. */
async function showWorkspace(root, visit, channel, parts) {
  const opening = [];
  const list = wide.matches || !channel ? channelPanel(
    { ...parts, current: channel, onMissing: () => showUnknown(root, visit) }) : null;
  if (list) {
    root.append(list.root);
    opening.push(
      list.open().then(
        () => { if (!channel && list.channels.workspace) visit.setTitle(list.channels.workspace.name); }));
  }
  if (channel) {
    const at = parseNumber(visit.query.get('at') ?? '');
    const conversation = new ConversationView({
      ...parts, id: channel, at, setTitle: visit.setTitle, onRead: (now) => list?.channels.replace(now),
    });
    root.append(conversation.root);
    opening.push(conversation.open());
  } else if (wide.matches) root.append(element('p', { class: 'conversation empty' }, text('chat.chooseChannel')));
  await Promise.all(opening);
}

function showLoginPrompt(root) {
  root.append(element('h2', {}, text('chat.title')), element('div', { class: 'empty' },
    element('p', {}, text('chat.loginPrompt')),
    element('p', {}, element('a', { class: 'button is-main', href: loginAddress() }, text('nav.login')))));
}

function showUnknown(root, visit) {
  visit.setTitle(text('chat.unknown'));
  root.classList.remove('has-conversation');
  root.replaceChildren(element('h2', {}, text('chat.unknown')),
    element('p', { class: 'empty' }, text('error.workspace-unknown')),
    element('p', { class: 'foot' }, element('a', { href: '/app/chat' }, text('chat.backToWorkspaces'))));
}

/** A number of the address; null if it is not a number. */
const parseNumber = (part) => (/^[1-9]\d{0,14}$/.test(part) ? Number(part) : null);
