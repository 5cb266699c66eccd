// Links to the operator's texts.

import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';

const legalDocuments = ['terms', 'privacy', 'location-terms'];

export const legalLinks = () => element('p', { class: 'aside legal-links' },
  ...legalDocuments.flatMap((name) => [' · ', link(name)]).slice(1));

const link = (name) => element('a', { href: `/${name}`, target: '_blank' }, text(`account.legal.${name}`));
