// The posts about one booth, shortened, below its details.

import { get, isAborted } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { isPicture, photo } from '../../widgets/photo.js';
import { wholeHashtags } from '../../widgets/unbroken.js';

const pageSize = 6;

/**
 * Fills `target` with the posts about a booth and a link for writing one.
 * @param {number} booth
 * @param {HTMLElement} target
 * @param {() => boolean} isShown whether the booth is still shown
 */
export async function showBoothPosts(booth, target, isShown) {
  const list = element('ol', { 'aria-label': text('posts') });
  const foot = element('div', {});
  target.append(list, foot,
    element('a', { class: 'button', href: `/app/posts/new?booth=${booth}` }, text('feed.fromBooth')));
  await loadPage(null);

  async function loadPage(cursor) {
    foot.replaceChildren();
    try {
      const page = await get('/api/posts', { booth, limit: pageSize, cursor }, 'posts');
      if (!isShown()) return;
      const first = list.childElementCount;
      list.append(...page.items.map((post) => element('li', {}, postTile(post))));
      if (cursor) /** @type {HTMLElement | null} */ (list.children[first]?.querySelector('a'))?.focus();
      if (page.next) foot.append(pageButton(text('more'), page.next));
      else if (!list.childElementCount) foot.append(element('p', { class: 'note' }, text('noPosts')));
    } catch (failure) {
      if (isAborted(failure) || !isShown()) return;
      foot.append(element('p', { class: 'note' }, text('feed.boothFailed')), pageButton(text('tryAgain'), cursor));
    }
  }

  function pageButton(label, cursor) {
    return element('p', { class: 'note' },
      element('button', { type: 'button', class: 'small', onclick: () => loadPage(cursor) }, label));
  }
}

/** A shortened post: its first photo, its text, its kind and author. */
function postTile({ id, kind, author, title, text: words, photos }) {
  const name = author.nickname;
  const picture = photos.find(isPicture);
  const heading = title ?? words.trim();
  return element('a', { class: 'post', href: `/app/posts/${id}` },
    picture && photo(picture, 320, text('postPhoto', { name })),
    element('span', { class: 'post-words' }, heading && element('b', {}, ...wholeHashtags(heading)),
      element('small', {}, `${text(`feed.kind.${kind}`)} · ${name}`)));
}
