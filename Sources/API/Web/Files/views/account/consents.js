// /app/me/consents: what the member has agreed to, and agreeing to what is new.

import { get, send } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { go } from '../../core/navigation.js';
import { formatDate, text } from '../../core/texts.js';
import { form } from '../../widgets/form.js';
import { notify } from '../../widgets/notice.js';
import { rememberConsent } from './consent-check.js';
import { consentFields } from './consent-fields.js';
import { legalLinks } from './legal-links.js';
import { nextAddress } from './next-address.js';
import { pageHeader } from './page-header.js';

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, { query, signal, setTitle }) {
  setTitle(text('account.consent.title'));
  root.classList.add('narrow');
  root.append(pageHeader(text('account.consent.title'), '/app/me/settings'));
  const { items } = await get('/api/me/consents', {}, signal);
  if (signal.aborted) return;
  if (items.length === 0) {
    root.append(legalLinks());
    return;
  }
  const isOld = items.some((it) => it.agreed_version && !it.is_agreed);
  const isNew = items.some((it) => it.is_required && !it.is_agreed);
  const fields = consentFields({ age: !isNew, ...Object.fromEntries(items.map((it) => [it.document, it.is_agreed])) });
  const made = form({
    fields: fields.fields, action: text(isNew ? 'account.consent.go' : 'account.consent.save'),
    async submit() {
      if (!fields.isReady(made)) return;
      const body = fields.body();
      await send('PUT', '/api/me/consents', body);
      if (!body.location_terms) await send('DELETE', '/api/me/consents/location-terms');
      rememberConsent();
      notify(text('account.consent.saved'));
      if (query.has('next')) go(nextAddress(query), true);
    },
  });
  root.append(
    element('p', { class: 'lead' }, text(isOld && isNew ? 'account.consent.changed' : 'account.consent.about')), made,
    element('p', { class: 'aside' }, items.filter((it) => it.agreed_at).map(agreement).join(' · ')));
}

const agreement = ({ document: name, agreed_at: agreedAt }) =>
  `${text(`account.legal.${name}`)}: ${text('account.consent.agreedOn', { date: formatDate(agreedAt) })}`;
