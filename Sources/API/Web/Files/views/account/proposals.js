// /app/me/proposals: the booths that the member proposed, with what became of them.

import { get } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { formatAge, formatDate, text } from '../../core/texts.js';
import { pageHeader } from './page-header.js';

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, { signal, setTitle }) {
  setTitle(text('account.own.proposals'));
  const list = element('ul', { class: 'rows', 'aria-label': text('account.own.proposals'), 'aria-busy': 'true' });
  root.append(pageHeader(text('account.own.proposals'), '/app/me'), list);
  const { proposals } = await get('/api/me/proposals', {}, signal);
  if (signal.aborted) return;
  list.replaceChildren(...proposals.map(row));
  list.removeAttribute('aria-busy');
  if (proposals.length === 0) {
    list.after(element('p', { class: 'empty' }, text('account.proposal.none'), ' ',
      element('a', { href: '/' }, text('account.proposal.toMap'))));
  }
}

function row(proposal) {
  const { state, name, booth, reason, created_at: createdAt } = proposal;
  const words = [element('span', { class: 'title' }, name),
    element('span', { class: 'faint' }, text(`account.proposal.state.${state}`),
      ' · ', element('time', { datetime: createdAt, title: formatDate(createdAt) }, formatAge(createdAt))),
    reason && element('span', { class: 'faint' }, reason)];
  return element('li', {}, booth
    ? element('a', { href: `/booths/${booth}` }, element('span', { class: 'words' }, ...words))
    : element('div', { class: 'words proposal-row' }, ...words));
}
