// /app/me/notices: what others did that concerns the member, and what waits for an answer.

import { get, isAborted, send } from '../../core/api.js';
import { element, present } from '../../core/dom.js';
import { formatAge, formatDate, text } from '../../core/texts.js';
import { onUnreadCount, recountUnread } from '../../core/unread.js';
import { endlessList } from '../../widgets/endless-list.js';
import { logUnexpected } from '../../widgets/error.js';
import { icon } from '../../widgets/icon.js';
import { avatar } from '../../widgets/photo.js';
import { noticeAddress, noticeKinds, noticeText } from './notice-text.js';
import { pageHeader } from './page-header.js';

/** Pictures of kinds without a person. */
const pictures = { acceptance: 'person', reportDecision: 'flag', correctionDecision: 'flag',
  proposalDecision: 'flag' };

/** Kinds whose text is below the notice, not in it. */
const quoted = ['like', 'comment', 'mention'];

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, { signal, setTitle }) {
  setTitle(text('account.own.notices'));
  const waiting = element('ul', { class: 'rows waiting-list', hidden: true });
  const place = element('div');
  const header = pageHeader(text('account.own.notices'), '/app/me');
  header.append(element('a', { class: 'icon-button notice-settings', href: '/app/me/notice-settings',
    'aria-label': text('account.notices.settings') }, icon('settings')));
  root.append(header, waiting, place);
  let list = new AbortController();
  signal.addEventListener('abort', () => list.abort());
  /** Which notice the list begins with, and when it last changed. */
  let first = '';
  const reload = async () => {
    list.abort();
    list = new AbortController();
    await showList(place, list.signal, (latest) => { first = stamp(latest); });
  };
  onUnreadCount(async (unread) => {
    showWaiting(waiting, unread);
    if (unread.notice_count === 0 || document.hidden) return;
    try {
      // Only for what has happened while the list was open: else it would be shown as read too soon.
      const { items } = await get('/api/me/notices', { limit: 1 }, signal);
      if (stamp(items[0]) !== first) await reload();
    } catch (failure) {
      // The next count looks again.
      if (!isAborted(failure)) logUnexpected(failure);
    }
  }, signal);
  await reload();
}

const stamp = (notice) => (notice ? `${notice.id} ${notice.created_at}` : '');

/** @param {HTMLElement} place @param {AbortSignal} signal @param {(latest: any) => void} onLatest */
async function showList(place, signal, onLatest) {
  /** @type {any} */
  let latest = null;
  const rows = endlessList({
    async load(cursor) {
      const page = await get('/api/me/notices', { cursor, limit: 50 }, signal);
      if (!latest && page.items.length > 0) onLatest(latest = page.items[0]);
      // A newer program may have kinds that this page does not know.
      return { ...page, items: page.items.filter(({ kind }) => noticeKinds.includes(kind)) };
    },
    item: noticeRow, signal, class: 'rows notice-list', label: text('account.own.notices'),
    empty: () => element('p', { class: 'empty' }, text('account.notices.none')),
  });
  if (!place.childElementCount) place.append(rows.root);
  await rows.first;
  if (signal.aborted) return;
  place.replaceChildren(rows.root);
  await markRead(latest, signal);
}

/** Marks what is shown as read, unless nobody sees it. */
async function markRead(latest, signal) {
  try {
    if (latest && !document.hidden) {
      const { id, created_at: createdAt } = latest;
      await send('POST', '/api/me/notices/read', { id, created_at: createdAt });
    }
  } catch (failure) {
    // The next visit marks them.
    return logUnexpected(failure);
  }
  if (!signal.aborted) recountUnread();
}

/** @param {HTMLElement} list @param {import('../../core/unread.js').Unread} unread */
function showWaiting(list, unread) {
  const row = (href, key, count) => count > 0 && element('li', {},
    element('a', { href, class: 'is-new' }, text(key, { count })));
  list.replaceChildren(...present([
    row('/app/chat', 'account.notices.invitations', unread.invitation_count),
    row('/app/party?mine=1', 'account.notices.applications', unread.application_count),
  ]));
  list.hidden = !list.childElementCount;
}

function noticeRow(notice) {
  const { kind, person, created_at: createdAt, is_read: isRead } = notice;
  const href = noticeAddress(notice);
  const words = element('span', { class: 'words' },
    element('span', { class: 'title' }, noticeText(notice, text)),
    quoted.includes(kind) && notice.text && element('span', { class: 'faint notice-text' }, notice.text),
    element('time', { class: 'faint', datetime: createdAt, title: formatDate(createdAt) }, formatAge(createdAt)));
  const picture = person ? avatar(person)
    : element('span', { class: 'avatar', 'aria-hidden': 'true' }, icon(pictures[kind] ?? 'shop'));
  const style = `person-row${isRead ? '' : ' is-new'}`;
  return href ? element('a', { class: style, href }, picture, words) : element('div', { class: style }, picture, words);
}
