// The photos of the posts about a booth, those of the most liked posts first.

import { get } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { formatNumber, text } from '../../core/texts.js';
import { photo } from '../../widgets/photo.js';

/**
 * Fills `target`; it stays empty where nobody has posted, or without a network.
 * @param {number} booth
 * @param {HTMLElement} target
 * @param {() => boolean} isShown whether the booth is still shown
 */
export async function showGallery(booth, target, isShown) {
  let gallery;
  try {
    gallery = await get(`/api/booths/${booth}/gallery`, {}, 'gallery');
  } catch {
    // The posts below say what failed.
    return;
  }
  if (!isShown() || gallery.post_count === 0) return;
  const counts = [
    text('gallery.posts', { count: formatNumber(gallery.post_count) }),
    text('feed.like', { count: formatNumber(gallery.like_count) }),
  ].join(' · ');
  const images = gallery.photos.map(({ name, post, author }) => element('li', {},
    element('a', { href: `/app/posts/${post}` }, photo(name, 320, text('postPhoto', { name: author.nickname })))));
  if (images.length > 0) {
    target.append(element('ol', { class: 'gallery', 'aria-label': text('gallery.label'), tabindex: '0' },
      ...images));
  }
  target.append(element('p', { class: 'note' }, counts));
}
