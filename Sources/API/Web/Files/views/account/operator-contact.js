// Whom to ask who cannot log in any more: there is no mail by which the service could help.

import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';

/** What the operator of this service has set; may be empty. */
const contact = document.documentElement.dataset.contact ?? '';

/** Whom to ask, as a paragraph; a link where it is an address. */
export function operatorContact() {
  if (!contact) return element('p', { class: 'aside' }, text('account.askOperator'));
  const address = /^https:\/\//.test(contact) ? contact : /^[^\s@]+@[^\s@]+$/.test(contact) ? `mailto:${contact}` : '';
  return element('p', { class: 'aside' }, text('account.askOperatorAt'), ' ',
    address ? element('a', { href: address, rel: 'noopener' }, contact) : element('strong', {}, contact));
}
