// /app/me/notices: what others did with the member's posts, goods and orders, and what waits for an answer.

import { get } from '../../core/api.js';
import { element, present } from '../../core/dom.js';
import { seenNotices } from '../../core/member-data.js';
import { formatAge, formatDate, text } from '../../core/texts.js';
import { recountUnread } from '../../core/unread.js';
import { icon } from '../../widgets/icon.js';
import { avatar } from '../../widgets/photo.js';
import { pageHeader } from './page-header.js';

/** Where a notice leads, by its kind. */
const addresses = {
  like: ({ post }) => `/app/posts/${post}`, comment: ({ post }) => `/app/posts/${post}`,
  follow: ({ person }) => `/app/people/${person.id}`, sale: () => '/app/shop/sales',
  refundRequest: () => '/app/shop/sales', refundDecision: ({ order }) => `/app/orders/${order}`,
};

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, { signal, setTitle }) {
  setTitle(text('account.own.notices'));
  const list = element('ul', { class: 'rows notice-list', 'aria-label': text('account.own.notices'),
    'aria-busy': 'true' });
  root.append(pageHeader(text('account.own.notices'), '/app/me'), list);
  const seen = seenNotices().load();
  const [{ items }, unread] = await Promise.all([
    get('/api/me/notices', { limit: 100 }, signal), get('/api/me/unread', { notices_since: seen }, signal)]);
  if (signal.aborted) return;
  // A newer program may have kinds that this page does not know.
  const known = items.filter(({ kind }) => Object.hasOwn(addresses, kind));
  list.replaceChildren(...present([
    waiting('/app/chat', 'notices.invitations', unread.invitation_count),
    waiting('/app/party?mine=1', 'notices.applications', unread.application_count),
    ...known.map((notice) => noticeRow(notice, !seen || Date.parse(notice.created_at) > Date.parse(seen))),
  ]));
  list.removeAttribute('aria-busy');
  if (!list.childElementCount) list.after(element('p', { class: 'empty' }, text('notices.none')));
  if (items.length > 0) seenNotices().save(items[0].created_at);
  recountUnread();
}

const waiting = (href, key, count) => count > 0 && element('li', {},
  element('a', { href, class: 'is-new' }, text(key, { count })));

function noticeRow(notice, isNew) {
  const { kind, person, created_at: createdAt } = notice;
  const name = person?.nickname ?? '';
  return element('li', {},
    element('a', { class: `person-row${isNew ? ' is-new' : ''}`, href: addresses[kind](notice) },
      person ? avatar(person) : element('span', { class: 'avatar', 'aria-hidden': 'true' }, icon('shop')),
      element('span', { class: 'words' },
        element('span', { class: 'title' }, text(`notices.${kind}`, { name, goods: notice.text })),
        person && notice.text && element('span', { class: 'faint notice-text' }, notice.text),
        element('time', { class: 'faint', datetime: createdAt, title: formatDate(createdAt) }, formatAge(createdAt)))));
}
