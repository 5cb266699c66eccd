// /app/feed: all posts or those of followed accounts, by kind or by hashtag; what a search finds.

import { element } from '../../core/dom.js';
import { lastFeed } from '../../core/member-data.js';
import { loginAddress } from '../../core/navigation.js';
import { feedKinds } from '../../core/post-kinds.js';
import { member } from '../../core/session.js';
import { text } from '../../core/texts.js';
import { icon } from '../../widgets/icon.js';
import { chipLink, chipRow, listHead } from '../../widgets/list-head.js';
import { postList } from '../../widgets/post-list.js';
import { feedAside } from './feed-aside.js';
import { foundPeople, searchField, tagOf } from './feed-search.js';
import { postCard } from './post-card.js';

/**
 * The filter of the posts, as in the address.
 * @typedef {{kind: string, isFollowing: boolean, tag: string, words?: string}} Filter `words`: of a search
 */

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, { query, signal, setTitle }) {
  const words = (query.get('q') ?? '').trim().slice(0, 40);
  if (words) return showFound(root, words, signal, setTitle);
  const filter = readFilter(query);
  const title = filter.tag ? `#${filter.tag}` : text('feed.title');
  setTitle(title);
  root.append(
    listHead(title,
      element('a', { class: 'button is-main', href: newPostAddress(filter) }, icon('plus'), text('feed.write'))),
    searchField(''), chips(filter));
  if (filter.isFollowing && !member()) {
    root.append(prompt('feed.followingLogin', loginAddress(), 'nav.login'));
    return;
  }
  const { list, pages } = posts(filter, signal);
  root.append(list.root);
  list.first.then(() => { if (!signal.aborted) root.append(feedAside(list.root, signal)); }, () => {});
  if (list.isRestored) {
    await list.first;
    focusPost(list.root, pages.opened);
  }
}

/** The people and the posts that a search finds: posts with a hashtag if it begins with one, else with its words. */
async function showFound(root, words, signal, setTitle) {
  const title = text('feed.found', { query: words });
  setTitle(title);
  const isTag = words.startsWith('#');
  const tag = isTag ? tagOf(words) : '';
  root.append(listHead(title), searchField(words));
  if (!isTag) root.append(foundPeople(words, signal));
  if (isTag && !tag) return;
  const { list } = posts({ kind: '', isFollowing: false, tag, words: isTag ? '' : words }, signal);
  root.append(element('h3', {}, text(isTag ? 'feed.foundPosts' : 'feed.foundByWords', { tag })), list.root);
  await list.first;
}

/** @returns {Filter} */
function readFilter(query) {
  const kind = query.get('wall') ?? '';
  const tag = (query.get('tag') ?? '').replace(/^#/, '').slice(0, 100);
  // The server filters by a hashtag or by followed accounts, not by both.
  return { kind: feedKinds.includes(kind) ? kind : '', isFollowing: !tag && query.get('following') === '1', tag };
}

/** @param {Filter} filter */
function feedAddress({ kind, isFollowing, tag }) {
  const query = new URLSearchParams();
  if (kind) query.set('wall', kind);
  if (isFollowing) query.set('following', '1');
  if (tag) query.set('tag', tag);
  const parameters = query.toString();
  return parameters ? `/app/feed?${parameters}` : '/app/feed';
}

const newPostAddress = ({ kind }) => (kind ? `/app/posts/new?kind=${kind}` : '/app/posts/new');

/** @param {Filter} filter */
function chips(filter) {
  const first = filter.tag
    ? chipLink(feedAddress({ ...filter, tag: '' }), true, `#${filter.tag}`, icon('close'),
      element('span', { class: 'unseen' }, text('feed.clearTag')))
    : chipLink(feedAddress({ ...filter, isFollowing: !filter.isFollowing }), filter.isFollowing, icon('person'),
      text('feed.following'));
  const kinds = ['', ...feedKinds].map((kind) =>
    chipLink(feedAddress({ ...filter, kind }), kind === filter.kind, text(kind ? `feed.kind.${kind}` : 'feed.all')));
  return chipRow(text('feed.kinds'), [first, ...kinds]);
}

function posts(filter, signal) {
  const item = (post, isFirst) => {
    ghosts.remove();
    return card(post, signal, isFirst);
  };
  const ghosts = element('div', { class: 'card-ghosts', 'aria-hidden': 'true' },
    ...[1, 2].map(() => element('div', { class: 'card-ghost' })));
  const { pages, ...list } = postList({
    // Goods are in the shop.
    query: { kind: filter.kind || feedKinds.join(','), feed: filter.isFollowing ? 'following' : null,
      hashtag: filter.tag, q: filter.words?.split(/\s+/).slice(0, maxWords).join(' ') },
    signal, label: text('feed.list'), class: 'cards', item, empty: () => emptyPrompt(filter),
    stored: filter.kind || filter.isFollowing || filter.tag || filter.words ? null : lastFeed(),
  });
  list.root.prepend(ghosts);
  list.first.finally(() => ghosts.remove());
  list.root.addEventListener('click', ({ target }) => {
    pages.opened = /** @type {Element} */ (target).closest('[data-post]')?.getAttribute('data-post');
  });
  return { list, pages };
}

/** The words that the server looks for at once. */
const maxWords = 5;

function card(post, signal, isFirst) {
  const made = postCard(post, { signal, isFirst });
  made.setAttribute('data-post', post.id);
  return made;
}

/** Moves the focus to the post by which the list was left. */
function focusPost(list, post) {
  const link = post && list.querySelector(`[data-post="${post}"] .card-time`);
  link?.focus({ preventScroll: true });
}

function emptyPrompt(filter) {
  if (filter.isFollowing) {
    return prompt('feed.followingEmpty', feedAddress({ ...filter, isFollowing: false }), 'feed.seeAll');
  }
  if (filter.words) return element('p', { class: 'note' }, text('feed.wordsEmpty', { query: filter.words }));
  return prompt(filter.tag ? 'feed.tagEmpty' : 'feed.empty', newPostAddress(filter), 'feed.first');
}

const prompt = (words, href, action) => element('div', { class: 'empty' },
  element('p', {}, text(words)),
  element('p', { class: 'actions' }, element('a', { class: 'button is-main', href }, text(action))));
