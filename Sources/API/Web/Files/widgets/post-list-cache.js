// The lists of posts that were left, by their places in the browser's history: whoever comes back finds them as they were.

import { member } from '../core/api.js';

/**
 * @typedef {{id: string, author: {id: string}}} Post as the server tells it
 * @typedef {{member: string | undefined, items: any[], next: string | null}} Pages
 */

/** Lists that are kept at most; the oldest goes first. */
const most = 12;
/** @type {Map<string, Pages>} */
const lists = new Map();

/** What was loaded of the list at this place of the history; null where nothing was, or for somebody else. */
export function remembered() {
  const pages = lists.get(history.state?.key);
  return pages && pages.member === member()?.id && pages.items.length > 0 ? pages : null;
}

/** Begins to remember the list at this place; what is put into it is kept. @returns {Pages} */
export function remember() {
  const key = history.state?.key;
  const pages = { member: member()?.id, items: [], next: null };
  if (key) {
    lists.delete(key);
    lists.set(key, pages);
    if (lists.size > most) lists.delete(lists.keys().next().value);
  }
  return pages;
}

/** A post has changed: it is what every list shows. @param {string} id @param {object} changes */
export function changed(id, changes) {
  for (const pages of lists.values()) {
    pages.items = pages.items.map((post) => (post.id === id ? { ...post, ...changes } : post));
  }
}

/** Posts are no longer to be seen. @param {(post: Post) => boolean} isGone */
export function gone(isGone) {
  for (const pages of lists.values()) pages.items = pages.items.filter((post) => !isGone(post));
}

/** There is something new: the lists are to be asked for again. */
export const forgetAll = () => lists.clear();
