// An endless list of posts that keeps its state for the return to it.

import { Unreachable, get } from '../core/api.js';
import { element } from '../core/dom.js';
import { formatAge, text } from '../core/texts.js';
import { endlessList } from './endless-list.js';
import { firstPhotoLoaded } from './photo.js';
import { cachedPages, newCachedPages } from './post-list-cache.js';

/**
 * The list, with its cached `pages`; `isRestored`: it begins with the cached pages.
 * @param {{query: Record<string, string | number | null>, item: (post: any, isFirst: boolean) => Node,
 *   empty: () => Node, signal: AbortSignal, label: string, class: string,
 *   stored?: import('../core/member-data.js').StoredValue | null}}
 *   parts `query`: of the request; `stored`: where the first page is stored, to be shown without a network
 */
export function postList({ query, signal, stored = null, ...parts }) {
  const cached = cachedPages();
  const pages = cached ?? newCachedPages();
  let isRestoring = cached !== null;
  const load = async (cursor) => {
    if (isRestoring) {
      isRestoring = false;
      return { items: pages.items, next: pages.next };
    }
    try {
      const page = await get('/api/posts', { ...query, cursor }, signal);
      if (!cursor) stored?.save({ items: page.items, at: Date.now() });
      pages.items.push(...page.items);
      pages.next = page.next;
      return page;
    } catch (failure) {
      const last = failure instanceof Unreachable && !cursor ? stored?.load() : null;
      if (!last) throw failure;
      list.root.prepend(element('p', { class: 'callout is-warning', role: 'status' },
        text('chat.offlineList', { age: formatAge(last.at) })));
      return { items: last.items, next: null };
    }
  };
  const list = endlessList({ load, signal, untilShown: firstPhotoLoaded, ...parts });
  return { ...list, pages, isRestored: cached !== null };
}
