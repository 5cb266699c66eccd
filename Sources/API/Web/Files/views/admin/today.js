// /app/admin: what waits, and what impairs the service.

import { get } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { formatAge, formatDate, formatNumber, text } from '../../core/texts.js';
import { hasPasskeys } from '../../widgets/passkey.js';
import { factorPasskeys } from './factor-passkeys.js';
import { look } from './operator.js';

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, { signal }) {
  const [{ counts }, health, passkeys] = await Promise.all([
    look('/api/queue', { limit: 1 }, signal), healthOf(signal), hasPasskeys() ? factorPasskeys(signal) : '']);
  if (signal.aborted) return;
  const waiting = Object.entries(counts).filter(([, count]) => count > 0);
  root.append(
    element('h3', {}, text('admin.today.waiting')),
    waiting.length === 0 ? element('p', { class: 'empty' }, text('admin.queue.empty'))
      : element('ul', { class: 'rows' }, ...waiting.map(([kind, count]) => element('li', {},
        element('a', { href: `/app/admin/queue?kind=${kind}` }, text(`admin.count.${kind}`, { count }))))),
    element('h3', {}, text('admin.today.conditions')),
    health.conditions.length === 0 ? element('p', {}, text('admin.today.well'))
      : element('ul', { class: 'rows' }, ...health.conditions.map((it) => element('li', { class: 'admin-row' },
        element('span', { class: 'title' }, it.code),
        element('span', { class: 'faint' }, text('admin.today.since', { count: it.count }), ' ',
          element('time', { datetime: it.since, title: formatDate(it.since) }, formatAge(it.since)))))),
    element('h3', {}, text('admin.today.service')),
    element('dl', { class: 'facts' }, ...[
      ['admin.today.version', health.version], ['admin.today.booths', formatNumber(health.booths)],
    ].flatMap(([key, value]) => [element('dt', {}, text(key)), element('dd', {}, value)])),
    passkeys);
}

/** The health of the service, which answers with an error while it is unusable. */
async function healthOf(signal) {
  try {
    return await get('/healthz', {}, signal);
  } catch (failure) {
    if (failure.name === 'AbortError' || failure.status === undefined) throw failure;
    return { conditions: [{ code: failure.code, since: Date.now(), count: 1 }], version: '', booths: 0 };
  }
}
