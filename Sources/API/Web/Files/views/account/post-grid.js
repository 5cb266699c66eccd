// A person's posts, as a grid of pictures.

import { get } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { formatDate, text } from '../../core/texts.js';
import { endlessList } from '../../widgets/endless-list.js';
import { isPicture, photo } from '../../widgets/photo.js';
import { wholeHashtags } from '../../widgets/unbroken.js';

/**
 * @param {{author: string} | {feed: 'liked'}} query whose posts, or those that the member likes
 * @param {AbortSignal} signal
 * @param {() => Node} empty shown if there are no posts
 */
export const postGrid = (query, signal, empty) => endlessList({
  load: (cursor) => get('/api/posts', { ...query, cursor, limit: 24 }, signal),
  item: tile, empty, signal, label: text('account.posts'), class: 'post-grid',
});

function tile(post) {
  const words = (post.title || post.text).trim();
  const picture = post.photos.find(isPicture);
  const about = words ? [...words].slice(0, 200).join('')
    : text('account.postOf', { date: formatDate(post.created_at) });
  return element('a', { class: 'tile', href: `/app/posts/${post.id}` },
    picture ? photo(picture, 320, about)
      : element('span', { class: 'tile-words', dir: 'auto' }, ...wholeHashtags(about)));
}
