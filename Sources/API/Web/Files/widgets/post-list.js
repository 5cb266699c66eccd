// An endless list of posts that is shown as it was left when the person comes back to it.

import { get } from '../core/api.js';
import { endlessList } from './endless-list.js';
import { cachedPages, newCachedPages } from './post-list-cache.js';

/**
 * The list, with its cached `pages`; `isRestored`: it begins with what was loaded when it was left.
 * @param {{query: Record<string, string | number | null>, item: (post: any) => Node, empty: () => Node,
 *   signal: AbortSignal, label: string, class: string}} parts `query`: what the server is asked for
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
