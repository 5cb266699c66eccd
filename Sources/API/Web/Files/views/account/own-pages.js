// What a member has, as rows below their profile; the posts that they like.

import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { icon } from '../../widgets/icon.js';
import { postGrid } from './post-grid.js';
import { pageHeader } from './page-header.js';

const pages = [
  ['/app/me/notices', 'bell', 'notices'],
  ['/?saved=1', 'heart', 'saved'], ['/app/me/likes', 'feed', 'likes'], ['/app/orders', 'shop', 'orders'],
  ['/app/shop/sales', 'check', 'sales'], ['/app/card', 'grape', 'card'], ['/app/party', 'person', 'parties'],
  ['/app/me/proposals', 'flag', 'proposals'],
];

/** Links to what the member has. */
export const ownPages = () => element('nav', { 'aria-label': text('account.own') },
  element('ul', { class: 'rows own-pages' }, ...pages.map(([href, image, key]) => element('li', {},
    element('a', { href }, element('span', { class: 'own-page' }, icon(image), text(`account.own.${key}`)))))));

/** /app/me/likes @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, { signal, setTitle }) {
  setTitle(text('account.own.likes'));
  const posts = postGrid({ feed: 'liked' }, signal,
    () => element('p', { class: 'empty' }, text('account.noLikes')));
  root.append(pageHeader(text('account.own.likes'), '/app/me'), posts.root);
  await posts.first;
}
