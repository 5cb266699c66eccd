// Chat: the workspaces one is in, the channels of one, and the conversation of a channel.

import { element } from '../../core/dom.js';
import { loginAddress } from '../../core/navigation.js';
import { member, onSessionChange } from '../../core/session.js';
import { text } from '../../core/texts.js';
import { showError } from '../../widgets/error.js';
import { panel } from './channel-panel.js';
import { deskFor } from './chat-store.js';
import { Talk } from './conversation-view.js';
import { line } from './realtime.js';
import { showWorkspaces } from './workspace-list.js';

/** From this width on the list stands beside the conversation. */
const wide = matchMedia('(min-width: 860px)');

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, visit) {
  let current = new AbortController();
  visit.signal.addEventListener('abort', () => current.abort());
  const begin = () => {
    current.abort();
    current = new AbortController();
    root.replaceChildren();
    return fill(root, visit, current.signal, again);
  };
  /** Shows it anew; whoever was in it with the keyboard stays in it. */
  const again = async () => {
    await begin().catch((failure) => showError(root, failure, again));
    const heading = root.querySelector('h2');
    if (document.activeElement !== document.body || !heading) return;
    heading.setAttribute('tabindex', '-1');
    heading.focus({ preventScroll: true });
  };
  // What is on the screen is somebody's own: it goes when they log out, here or in another tab.
  const shown = member()?.id;
  onSessionChange(() => { if (member()?.id !== shown) again(); }, visit.signal);
  wide.addEventListener('change', () => { if (visit.path.length > 1) again(); }, { signal: visit.signal });
  await begin();
}

async function fill(root, visit, signal, again) {
  visit.setTitle(text('chat.title'));
  root.classList.remove('is-talk');
  const me = member()?.id;
  if (!me) return door(root);
  const [workspace, channel] = visit.path.map(number);
  const { history, outbox } = await deskFor(me);
  if (signal.aborted) return;
  if (visit.path.some((part) => !number(part)) || visit.path.length > 2) return unknown(root);
  if (!workspace) return showWorkspaces(root, { history, signal, again, code: visit.query.get('invitation') });
  root.classList.add('is-talk');
  const parts = { workspace, history, outbox, line: line(signal), me, signal, again };
  await frame(root, visit, channel ?? null, parts);
}

/** The list beside the conversation; where there is no room for both, what the address names. */
async function frame(root, visit, channel, parts) {
  const opening = [];
  const list = wide.matches || !channel ? panel({ ...parts, current: channel }) : null;
  if (list) {
    root.append(list.root);
    opening.push(list.open().then(() => { if (!channel && list.channels.workspace) visit.setTitle(list.channels.workspace.name); }));
  }
  if (channel) {
    const at = number(visit.query.get('at') ?? '');
    const talk = new Talk({ ...parts, id: channel, at, title: visit.setTitle, changed: (now) => list?.channels.replace(now) });
    root.append(talk.root);
    opening.push(talk.open());
  } else if (wide.matches) root.append(element('p', { class: 'talk empty' }, text('chat.chooseChannel')));
  await Promise.all(opening);
}

/** What somebody sees who is not logged in. */
function door(root) {
  root.append(element('h2', {}, text('chat.title')), element('div', { class: 'empty' },
    element('p', {}, text('chat.door')),
    element('p', {}, element('a', { class: 'button is-main', href: loginAddress() }, text('nav.login')))));
}

function unknown(root) {
  root.append(element('h2', {}, text('chat.title')),
    element('p', { class: 'empty' }, text('error.missing')), element('p', { class: 'foot' }, element('a', { href: '/app/chat' }, text('chat.backToWorkspaces'))));
}

/** A number of the address; null where it is none. */
const number = (part) => (/^[1-9]\d{0,14}$/.test(part) ? Number(part) : null);
