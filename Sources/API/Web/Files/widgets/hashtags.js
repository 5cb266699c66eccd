// Hashtags in what people have written, as links.

import { element } from '../core/dom.js';

/** The server's hashtag rule: letters, marks, numbers, underscores; no mark first; not only digits. */
const hashtag = /(?<![\p{L}\p{N}\p{M}_])#([\p{L}\p{N}_][\p{L}\p{N}\p{M}_]*)/gu;
const isTag = (tag) => /[\p{L}\p{Nl}\p{No}_]/u.test(tag) && [...tag].length <= 50;

/**
 * The parts of a text, with links from its hashtags to the posts that have them.
 * @param {string} written
 * @returns {(Node | string)[]}
 */
export function linkHashtags(written) {
  const parts = [];
  let done = 0;
  for (const { index, 0: whole, 1: tag } of written.matchAll(hashtag)) {
    if (!isTag(tag)) continue;
    const href = `/app/feed?tag=${encodeURIComponent(tag)}`;
    parts.push(written.slice(done, index), element('a', { href, class: 'hashtag' }, whole));
    done = index + whole.length;
  }
  return [...parts, written.slice(done)];
}
