// /app/admin/audit: who did what, newest first.

import { element } from '../../core/dom.js';
import { formatDateTime, text } from '../../core/texts.js';
import { look } from './operator.js';
import { searchForm } from './search-form.js';

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, { signal, query }) {
  const about = query.get('about') ?? '';
  root.append(searchForm(text('admin.audit.about'), about,
    (typed) => `/app/admin/audit${typed ? `?about=${encodeURIComponent(typed)}` : ''}`));
  const { entries } = await look('/api/audit', { limit: 200, ...(about ? { about } : {}) }, signal);
  if (signal.aborted) return;
  root.append(entries.length === 0 ? element('p', { class: 'empty' }, text('admin.audit.none')) : table(entries));
}

function table(entries) {
  const columns = ['when', 'action', 'actor', 'subject', 'result'];
  const label = text('admin.section.audit');
  return element('div', { class: 'table-frame', tabindex: '0', role: 'region', 'aria-label': label },
    element('table', { class: 'admin-table' },
      element('thead', {}, element('tr', {},
        ...columns.map((name) => element('th', { scope: 'col' }, text(`admin.audit.${name}`))))),
      element('tbody', {}, ...entries.map(row))));
}

function row({ at, action, actor, actor_name: name, subject, failure, detail }) {
  return element('tr', {},
    element('td', {}, element('time', { datetime: at }, formatDateTime(at))),
    element('td', {}, action), element('td', {}, named([actor, name].filter(Boolean).join(' '), name)),
    element('td', {}, subject ? named(subject, subject) : ''),
    element('td', {}, [failure ?? text('admin.audit.done'), detail].filter(Boolean).join(' · ')));
}

/** A link to the entries about an identifier. */
const named = (words, about) => (about
  ? element('a', { href: `/app/admin/audit?about=${encodeURIComponent(about)}` }, words) : words);
