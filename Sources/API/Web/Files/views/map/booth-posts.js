// The posts and poses from one booth, in small, as the sheet of the map shows them.

import { get, isAborted } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { photo } from '../../widgets/photo.js';

const perPage = 6;

/**
 * Fills a place of the sheet with the posts from a booth, and with the way to make one.
 * @param {{id: number}} booth
 * @param {HTMLElement} target
 * @param {() => boolean} isShown whether the booth is still looked at
 */
export async function boothPosts(booth, target, isShown) {
  const list = element('ol', { 'aria-label': text('posts') });
  const foot = element('div', {});
  target.append(list, foot, element('a', { class: 'button', href: `/app/posts/new?booth=${booth.id}` }, text('feed.fromBooth')));
  await more(null);

  async function more(cursor) {
    foot.replaceChildren();
    try {
      const page = await get('/api/posts', { booth: booth.id, limit: perPage, cursor }, 'posts');
      if (!isShown()) return;
      const first = list.childElementCount;
      list.append(...page.items.map((post) => element('li', {}, small(post))));
      if (cursor) /** @type {HTMLElement | null} */ (list.children[first]?.querySelector('a'))?.focus();
      if (page.next) foot.append(again(text('more'), page.next));
      else if (!list.childElementCount) foot.append(element('p', { class: 'note' }, text('noPosts')));
    } catch (failure) {
      if (isAborted(failure) || !isShown()) return;
      foot.append(element('p', { class: 'note' }, text('feed.boothFailed')), again(text('tryAgain'), cursor));
    }
  }

  function again(words, cursor) {
    return element('p', { class: 'note' }, element('button', { type: 'button', class: 'small', onclick: () => more(cursor) }, words));
  }
}

/** A post in short: its first photo, its kind, its words, and whose it is. */
function small({ id, kind, author, title, text: words, photos }) {
  const name = author.nickname;
  const shown = photos.find((file) => !file.endsWith('.pdf'));
  const said = title ?? words.trim();
  return element('a', { class: 'post', href: `/app/posts/${id}` },
    shown && photo(shown, 320, text('postPhoto', { name })),
    element('span', { class: 'post-words' }, said && element('b', {}, said),
      element('small', {}, `${text(`feed.kind.${kind}`)} · ${name}`)));
}
