// The marks of what waits for the member: on the tab of chats, the picture, the title and the app's icon.

import { get } from '../../core/api.js';
import { debounce, element } from '../../core/dom.js';
import { member, onSessionChange } from '../../core/session.js';
import { formatNumber, text } from '../../core/texts.js';
import { announceCount, onUnreadChange } from '../../core/unread.js';
import { realtimeConnection } from './realtime.js';

/** In milliseconds: what the connection has missed is seen after this time. */
const interval = 60_000;
/** In milliseconds: several messages at once are counted once. */
const pause = 300;
const maxShown = 99;
/** The link on the member's own page. */
const ownNotices = '.own-pages [href="/app/me/notices"]';
/** With the Badging API, where there is one: browsers have it for installed apps. */
const badge = /** @type {any} */ (navigator);

/** @typedef {import('../../core/unread.js').Unread} Unread */

/** @type {UnreadMarks | null} */
let shown = null;

/** Shows the marks from now on, until the member logs out. */
export function showMarks() {
  const account = member();
  if (!account || shown?.owner === account.id) return;
  shown?.end();
  shown = new UnreadMarks(account.id);
}

class UnreadMarks {
  #ending = new AbortController();
  /** The revisions up to which messages of the channels were seen. @type {Map<number, number>} */
  #revisions = new Map();
  #count = debounce(pause, () => this.count());

  /** @param {string} owner */
  constructor(owner) {
    this.owner = owner;
    const { signal } = this.#ending;
    this.connection = realtimeConnection(signal);
    this.connection.addEventListener('unread', this.#count, { signal });
    this.connection.watchUnread();
    onUnreadChange(this.#count, signal);
    onSessionChange(() => {
      if (member()?.id !== owner) this.end();
      else if (this.unread) this.show(this.unread);
    }, signal);
    document.addEventListener('visibilitychange', () => { if (!document.hidden) this.#count(); }, { signal });
    const timer = setInterval(() => { if (!document.hidden) this.#count(); }, interval);
    signal.addEventListener('abort', () => clearInterval(timer));
    // The page writes its title without the number.
    this.observer = new MutationObserver(() => this.markTitle());
    this.observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    this.count();
  }

  end() {
    this.#ending.abort();
    this.observer.disconnect();
    if (shown === this) shown = null;
    showOn('[data-tab="chat"]', 0);
    showOn('#me', 0);
    showOn(ownNotices, 0);
    document.title = plainTitle();
    badge.clearAppBadge?.().catch(() => {});
  }

  async count() {
    const { signal } = this.#ending;
    if (signal.aborted) return;
    let unread;
    try {
      unread = await get('/api/me/unread', {}, signal);
    } catch {
      // Without a network the marks stay as they are.
      return;
    }
    if (signal.aborted) return;
    this.show(unread);
    announceCount(unread);
  }

  /** @param {Unread} unread */
  show(unread) {
    this.unread = unread;
    for (const { id, revision } of unread.channels) this.follow(id, revision);
    showOn('[data-tab="chat"]', unread.message_count + unread.invitation_count);
    const news = unread.invitation_count + unread.application_count + unread.notice_count;
    showOn('#me', news);
    showOn(ownNotices, news);
    this.markTitle();
    const total = this.total;
    if (total > 0) badge.setAppBadge?.(total).catch(() => {});
    else badge.clearAppBadge?.().catch(() => {});
  }

  get total() {
    const { message_count: messages = 0, invitation_count: invitations = 0, application_count: applications = 0,
      notice_count: notices = 0 } = this.unread ?? {};
    return messages + invitations + applications + notices;
  }

  /** Counts again whenever a channel has something new. */
  follow(channel, revision) {
    if (this.#revisions.has(channel)) return;
    this.#revisions.set(channel, revision);
    const onMessage = (message) => {
      if (message.revision) this.#revisions.set(channel, message.revision);
      if (message.type !== 'subscribed') this.#count();
    };
    this.connection.subscribe(channel, { revision: () => this.#revisions.get(channel) ?? 0, onMessage },
      this.#ending.signal);
  }

  markTitle() {
    const plain = plainTitle();
    const title = this.total > 0 ? `(${shortened(this.total)}) ${plain}` : plain;
    if (document.title !== title) document.title = title;
  }
}

const plainTitle = () => document.title.replace(/^\(\d+\+?\) /, '');

const shortened = (count) => (count > maxShown ? `${maxShown}+` : formatNumber(count));

/** The mark on a link, with words for those who do not see it. @param {string} selector @param {number} count */
function showOn(selector, count) {
  const link = /** @type {HTMLElement | null} */ (document.querySelector(selector));
  if (!link) return;
  link.querySelector('.mark')?.remove();
  link.querySelector('.mark-words')?.remove();
  if (link.id === 'me') {
    const account = member();
    const name = account ? text('nav.me', { name: account.nickname }) : text('nav.login');
    link.setAttribute('aria-label', count > 0 ? `${name}, ${text('unread.answers', { count })}` : name);
  }
  if (count === 0) return;
  link.append(element('span', { class: 'mark', 'aria-hidden': 'true' }, link.id === 'me' ? '' : shortened(count)));
  if (link.id !== 'me') link.append(element('span', { class: 'unseen mark-words' }, text('unread.chat', { count })));
}
