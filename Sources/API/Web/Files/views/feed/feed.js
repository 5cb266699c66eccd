// The posts of everybody, or of those whom one follows: by walls, by hashtags, as far down as one likes.

import { get } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { loginAddress } from '../../core/navigation.js';
import { member } from '../../core/session.js';
import { text } from '../../core/texts.js';
import { endlessList } from '../../widgets/endless-list.js';
import { icon } from '../../widgets/icon.js';
import { cachedPages, newCachedPages } from '../../widgets/post-list-cache.js';
import { postCard, walls } from './post-card.js';

/**
 * What of all posts is shown, as the address says it.
 * @typedef {{wall: string, isFollowing: boolean, tag: string}} Shown
 */

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, { query, signal, setTitle }) {
  const shown = read(query);
  const name = shown.tag ? `#${shown.tag}` : text('feed.title');
  setTitle(name);
  root.append(
    element('div', { class: 'feed-head' }, element('h2', {}, name),
      element('a', { class: 'button is-main', href: newAddress(shown) }, icon('plus'), text('feed.write'))),
    chips(shown));
  if (shown.isFollowing && !member()) {
    root.append(invitation('feed.followingLogin', loginAddress(), 'nav.login'));
    return;
  }
  const kept = cachedPages();
  const pages = kept ?? newCachedPages();
  const list = posts(shown, pages, kept !== null, signal);
  root.append(list.root);
  if (kept) {
    await list.first;
    find(list.root, pages.left);
  }
}

/** @returns {Shown} */
function read(query) {
  const wall = query.get('wall') ?? '';
  const tag = (query.get('tag') ?? '').replace(/^#/, '').slice(0, 100);
  // The server narrows by one of both.
  return { wall: walls.includes(wall) ? wall : '', isFollowing: !tag && query.get('following') === '1', tag };
}

/** @param {Shown} shown */
function address({ wall, isFollowing, tag }) {
  const query = new URLSearchParams();
  if (wall) query.set('wall', wall);
  if (isFollowing) query.set('following', '1');
  if (tag) query.set('tag', tag);
  const words = query.toString();
  return words ? `/app/feed?${words}` : '/app/feed';
}

const newAddress = ({ wall }) => (wall ? `/app/posts/new?kind=${wall}` : '/app/posts/new');

/** @param {Shown} shown */
function chips(shown) {
  const chip = (changes, isSet, ...words) => element('a', {
    class: 'chip', href: address({ ...shown, ...changes }), 'aria-current': isSet ? 'true' : null,
  }, ...words);
  const all = ['', ...walls].map((wall) => chip({ wall }, wall === shown.wall, text(wall ? `feed.kind.${wall}` : 'feed.all')));
  const row = element('nav', { class: 'feed-chips', 'aria-label': text('feed.walls') },
    shown.tag ? chip({ tag: '' }, true, `#${shown.tag}`, icon('close'), element('span', { class: 'unseen' }, text('feed.clearTag')))
      : chip({ isFollowing: !shown.isFollowing }, shown.isFollowing, icon('person'), text('feed.following')),
    ...all);
  return row;
}

/** The list: what was loaded when it was left comes first, all of it. */
function posts(shown, pages, isReturn, signal) {
  let isKept = isReturn;
  const load = async (cursor) => {
    if (isKept) {
      isKept = false;
      return { items: pages.items, next: pages.next };
    }
    const page = await get('/api/posts', {
      // The goods have a shop of their own.
      kind: shown.wall || walls.join(','), feed: shown.isFollowing ? 'following' : null, hashtag: shown.tag, cursor,
    }, signal);
    pages.items.push(...page.items);
    pages.next = page.next;
    return page;
  };
  const list = endlessList({
    load, signal, label: text('feed.list'), class: 'cards', item: (post) => card(post, signal), empty: () => nothing(shown),
  });
  const ghosts = element('div', { class: 'card-ghosts', 'aria-hidden': 'true' }, ...[1, 2].map(() => element('div', { class: 'card-ghost' })));
  list.root.prepend(ghosts);
  list.first.finally(() => ghosts.remove());
  list.root.addEventListener('click', ({ target }) => {
    pages.left = /** @type {Element} */ (target).closest('[data-post]')?.getAttribute('data-post');
  });
  return list;
}

function card(post, signal) {
  const made = postCard(post, { signal });
  made.setAttribute('data-post', post.id);
  return made;
}

/** Whoever comes back by the keyboard goes on where the list was left. */
function find(list, post) {
  const left = post && list.querySelector(`[data-post="${post}"] .card-moment`);
  left?.focus({ preventScroll: true });
}

function nothing(shown) {
  if (shown.isFollowing) return invitation('feed.followingEmpty', address({ ...shown, isFollowing: false }), 'feed.seeAll');
  return invitation(shown.tag ? 'feed.tagEmpty' : 'feed.empty', newAddress(shown), 'feed.first');
}

const invitation = (words, href, act) => element('div', { class: 'empty' },
  element('p', {}, text(words)), element('p', { class: 'actions' }, element('a', { class: 'button is-main', href }, text(act))));
