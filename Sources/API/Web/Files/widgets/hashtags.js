// What people have written, with its hashtags as links.

import { element } from '../core/dom.js';

/** What the server takes for a hashtag: letters, marks, numbers and underscores, the first no mark, not only digits. */
const hashtag = /(?<![\p{L}\p{N}\p{M}_])#([\p{L}\p{N}_][\p{L}\p{N}\p{M}_]*)/gu;
const isWord = (tag) => /[\p{L}\p{Nl}\p{No}_]/u.test(tag) && [...tag].length <= 50;

/** The list of the posts with a hashtag. */
export const tagAddress = (tag) => `/app/feed?tag=${encodeURIComponent(tag)}`;

/**
 * A text whose hashtags lead to the other posts that carry them.
 * @param {string} written
 * @returns {(Node | string)[]}
 */
export function words(written) {
  const parts = [];
  let done = 0;
  for (const { index, 0: whole, 1: tag } of written.matchAll(hashtag)) {
    if (!isWord(tag)) continue;
    parts.push(written.slice(done, index), element('a', { href: tagAddress(tag), class: 'hashtag' }, whole));
    done = index + whole.length;
  }
  return [...parts, written.slice(done)];
}

/**
 * The beginning of a long text, cut between words; the text itself where it is short.
 * @param {string} written
 */
export function beginning(written, most = 220, mostLines = 6) {
  const lines = written.split('\n').slice(0, mostLines).join('\n');
  if (lines.length <= most) return lines;
  const cut = lines.slice(0, most);
  const blank = cut.search(/\s\S*$/u);
  // A surrogate pair is not torn apart.
  return (blank > most / 2 ? cut.slice(0, blank) : cut.replace(/[\uD800-\uDBFF]$/, '')).trimEnd();
}
