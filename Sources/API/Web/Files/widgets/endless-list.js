// A list that loads its next page when it is scrolled to the end.

import { byId, element } from '../core/dom.js';
import { text } from '../core/texts.js';
import { showError } from './error.js';

/**
 * The list, by the cursors of its pages. A button loads the next page if nothing scrolls.
 * @param {{load: (cursor: string | null) => Promise<{items: any[], next: string | null}>,
 *   item: (value: any, isFirst: boolean) => Node, empty: () => Node, signal: AbortSignal, label: string,
 *   class?: string, untilShown?: (first: Element) => Promise<void>}} parts `untilShown`: what the others of the first
 *   page wait for
 */
export function endlessList({ load, item, empty, signal, label, class: style = '', untilShown = undefined }) {
  const list = element('ol', { class: `endless ${style}`, 'aria-label': label });
  const foot = element('div', { class: 'foot' });
  const root = element('div', {}, list, foot);
  let cursor = null;
  let isLoading = false;
  // `rootMargin` only counts around the element that scrolls. It loads a page before its place comes into view.
  const watcher = new IntersectionObserver((seen) => { if (seen.some((it) => it.isIntersecting)) more(); },
    { root: byId('view'), rootMargin: '600px' });
  signal.addEventListener('abort', () => watcher.disconnect());

  async function more() {
    if (isLoading || signal.aborted) return;
    isLoading = true;
    list.setAttribute('aria-busy', 'true');
    watcher.disconnect();
    try {
      const page = await load(cursor);
      if (signal.aborted) return;
      cursor = page.next;
      const isFirstPage = !list.childElementCount;
      const rows = page.items.map((value, index) => () =>
        element('li', {}, item(value, isFirstPage && index === 0)));
      if (untilShown && isFirstPage && rows.length > 0) {
        const first = rows.shift()();
        list.append(first);
        await untilShown(first);
        if (signal.aborted) return;
      }
      list.append(...rows.map((row) => row()));
      foot.replaceChildren();
      if (cursor) {
        foot.append(element('button', { type: 'button', class: 'small', onclick: more }, text('more')));
        watcher.observe(foot);
      } else if (!list.childElementCount) foot.append(empty());
    } catch (failure) {
      foot.replaceChildren();
      showError(foot, failure, more);
    } finally {
      isLoading = false;
      list.removeAttribute('aria-busy');
    }
  }

  return { root, list, first: more() };
}
