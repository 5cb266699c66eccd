// /app/admin/people: finding an account, and suspending it.

import { element } from '../../core/dom.js';
import { go } from '../../core/navigation.js';
import { formatDate, formatDateTime, formatNumber, text } from '../../core/texts.js';
import { controlOf, field, focusFieldError, form } from '../../widgets/form.js';
import { notify } from '../../widgets/notice.js';
import { look, operate } from './operator.js';
import { searchForm } from './search-form.js';

const addressOf = (name) => `/app/admin/people?account=${encodeURIComponent(name)}`;

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, { signal, query }) {
  const name = query.get('account') ?? '';
  const onlySuspended = query.has('suspended');
  const { accounts } = await look('/api/operator/accounts',
    { limit: 200, ...(name ? { account: name } : {}), ...(onlySuspended ? { suspended: 'true' } : {}) }, signal);
  if (signal.aborted) return;
  root.append(searchForm(text('admin.people.find'), name,
    (typed) => (typed ? addressOf(typed) : '/app/admin/people')));
  if (accounts.length === 0) root.append(element('p', { class: 'empty' }, text('admin.people.none')));
  else if (name) root.append(...person(accounts[0]));
  else root.append(filter(onlySuspended), element('ul', { class: 'rows' }, ...accounts.map(row)));
}

const filter = (onlySuspended) => element('p', {}, element('a',
  { href: onlySuspended ? '/app/admin/people' : '/app/admin/people?suspended=1' },
  text(onlySuspended ? 'admin.people.all' : 'admin.people.onlySuspended')));

const row = ({ id, nickname, email, created_at: since, state, role }) => element('li', {},
  element('a', { href: addressOf(id) }, element('span', { class: 'words' },
    element('span', { class: 'title' }, nickname),
    element('span', { class: 'faint' }, [email, formatDate(since), role && text(`admin.people.role.${role}`),
      state === 'suspended' && text('admin.people.suspended')].filter(Boolean).join(' · ')))));

function person(account) {
  const { id, nickname, email, role, providers, suspended_at: suspendedAt } = account;
  const facts = [
    ['email', email], ['since', formatDateTime(account.created_at)], ['posts', formatNumber(account.post_count)],
    ['sessions', formatNumber(account.session_count)],
    ['ways', [account.has_password && text('admin.people.password'),
      ...providers.map((it) => text(`account.provider.${it}`)),
      account.passkey_count > 0 && text('admin.people.passkeys', { count: account.passkey_count })]
      .filter(Boolean).join(', ')],
    ['role', role && text(`admin.people.role.${role}`)], ['suspendedAt', suspendedAt && formatDateTime(suspendedAt)],
  ].filter(([, value]) => value);
  return [
    element('h3', {}, nickname),
    element('dl', { class: 'facts' }, ...facts.flatMap(([name, value]) => [
      element('dt', {}, text(`admin.people.${name}`)), element('dd', {}, value)])),
    element('p', {}, element('a', { href: `/app/people/${id}` }, text('admin.people.page')), ' · ',
      element('a', { href: `/app/admin/audit?about=${id}` }, text('admin.people.log'))),
    suspendedAt ? restoring(account) : role ? element('p', { class: 'faint' }, text('admin.people.roleFirst'))
      : suspending(account)];
}

function suspending({ id }) {
  const made = form({
    fields: [field('reason', text('admin.people.reason'), element('input', { maxlength: '500', autocomplete: 'off' }),
      text('admin.people.reasonHint'))],
    action: text('admin.people.suspend'),
    async submit() {
      const reason = controlOf(made, 'reason').value.trim();
      if (!reason) {
        focusFieldError(made, 'reason', text('admin.people.reasonMissing'));
        return;
      }
      await operate('PUT', `/api/operator/accounts/${id}/suspension`, { body: { reason } });
      notify(text('admin.people.isSuspended'));
      go(addressOf(id), true);
    },
  });
  return made;
}

const restoring = ({ id }) => form({
  fields: [], action: text('admin.people.restore'),
  async submit() {
    await operate('DELETE', `/api/operator/accounts/${id}/suspension`);
    notify(text('admin.people.isRestored'));
    go(addressOf(id), true);
  },
});
