// The operator's contact, for people who cannot log in any more, on a server that sends no mail.

import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';

/** As the operator has set it; may be empty. */
const contact = document.documentElement.dataset.contact ?? '';

/** A paragraph with the contact; a link if it is an address. */
export function operatorContact() {
  if (!contact) return element('p', { class: 'aside' }, text('account.askOperator'));
  const address = /^https:\/\//.test(contact) ? contact : /^[^\s@]+@[^\s@]+$/.test(contact) ? `mailto:${contact}` : '';
  return element('p', { class: 'aside' }, text('account.askOperatorAt'), ' ',
    address ? element('a', { href: address, rel: 'noopener' }, contact) : element('strong', {}, contact));
}
