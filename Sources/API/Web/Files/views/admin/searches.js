// /app/admin/searches: what people searched for without finding a booth.

import { element } from '../../core/dom.js';
import { formatNumber, text } from '../../core/texts.js';
import { look } from './operator.js';
import { table } from './table.js';

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, { signal }) {
  const { searches } = await look('/api/operator/searches', { limit: 200 }, signal);
  if (signal.aborted) return;
  root.append(element('p', { class: 'lead' }, text('admin.searches.about')),
    searches.length === 0 ? element('p', { class: 'empty' }, text('admin.searches.none'))
      : table(text('admin.section.searches'), ['words', 'count', 'last'].map((it) => text(`admin.searches.${it}`)),
        searches.map(({ text: words, count, last_day: last }) => [
          element('a', { href: `/?q=${encodeURIComponent(words)}` }, words), formatNumber(count), last])));
}
