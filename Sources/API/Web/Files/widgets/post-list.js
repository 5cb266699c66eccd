// An endless list of posts that keeps its state for the return to it.

import { get } from '../core/api.js';
import { endlessList } from './endless-list.js';
import { cachedPages, newCachedPages } from './post-list-cache.js';

/**
 * The list, with its cached `pages`; `isRestored`: it begins with the cached pages.
 * @param {{query: Record<string, string | number | null>, item: (post: any) => Node, empty: () => Node,
 *   signal: AbortSignal, label: string, class: string}} parts `query`: of the request
 */
export function postList({ query, signal, ...parts }) {
  const cached = cachedPages();
  const pages = cached ?? newCachedPages();
  let isRestoring = cached !== null;
  const load = async (cursor) => {
    if (isRestoring) {
      isRestoring = false;
      return { items: pages.items, next: pages.next };
    }
    const page = await get('/api/posts', { ...query, cursor }, signal);
    pages.items.push(...page.items);
    pages.next = page.next;
    return page;
  };
  return { ...endlessList({ load, signal, ...parts }), pages, isRestored: cached !== null };
}
