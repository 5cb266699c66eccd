// /app/admin/audit: who did what, newest first.

import { element } from '../../core/dom.js';
import { formatDateTime, text } from '../../core/texts.js';
import { look } from './operator.js';
import { searchForm } from './search-form.js';
import { table } from './table.js';

const columns = ['when', 'action', 'actor', 'subject', 'result'];

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, { signal, query }) {
  const about = query.get('about') ?? '';
  root.append(searchForm(text('admin.audit.about'), about,
    (typed) => `/app/admin/audit${typed ? `?about=${encodeURIComponent(typed)}` : ''}`));
  const { entries } = await look('/api/audit', { limit: 200, ...(about ? { about } : {}) }, signal);
  if (signal.aborted) return;
  root.append(entries.length === 0 ? element('p', { class: 'empty' }, text('admin.audit.none'))
    : table(text('admin.section.audit'), columns.map((name) => text(`admin.audit.${name}`)), entries.map(row)));
}

const row = ({ at, action, actor, actor_name: name, subject, failure, detail }) => [
  element('time', { datetime: at }, formatDateTime(at)), action,
  named([actor, name].filter(Boolean).join(' '), name), subject ? named(subject, subject) : '',
  [failure ?? text('admin.audit.done'), detail].filter(Boolean).join(' · ')];

/** A link to the entries about an identifier. */
const named = (words, about) => (about
  ? element('a', { href: `/app/admin/audit?about=${encodeURIComponent(about)}` }, words) : words);
