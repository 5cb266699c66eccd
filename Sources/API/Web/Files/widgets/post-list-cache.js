// Cached lists of posts, by the entries of the browser's history: going back shows them unchanged.

import { member } from '../core/session.js';

/**
 * @typedef {{id: string, author: {id: string}}} Post as the server sends it
 * @typedef {{member: string | undefined, items: any[], next: string | null, opened?: string | null}} Pages `opened`:
 *   the post that was opened from the list
 */

/** The maximum number of cached lists; the oldest is dropped first. */
const maxLists = 12;
/** @type {Map<string, Pages>} */
const lists = new Map();

/** The loaded pages of the list at this history entry; null if there are none, or for another member. */
export function cachedPages() {
  const pages = lists.get(history.state?.key);
  return pages && pages.member === member()?.id && pages.items.length > 0 ? pages : null;
}

/** Empty pages, cached for this history entry as they fill. @returns {Pages} */
export function newCachedPages() {
  const key = history.state?.key;
  const pages = { member: member()?.id, items: [], next: null };
  if (key) {
    lists.delete(key);
    lists.set(key, pages);
    if (lists.size > maxLists) lists.delete(lists.keys().next().value);
  }
  return pages;
}

/** Changes a post in all lists. @param {string} id @param {object} changes */
export function updateCachedPost(id, changes) {
  for (const pages of lists.values()) {
    pages.items = pages.items.map((post) => (post.id === id ? { ...post, ...changes } : post));
  }
}

/** Removes posts from all lists. @param {(post: Post) => boolean} isRemoved */
export function removeCachedPosts(isRemoved) {
  for (const pages of lists.values()) pages.items = pages.items.filter((post) => !isRemoved(post));
}

/** Drops all lists, so that a new post is found in them. */
export const clearPostLists = () => lists.clear();
