// Links to the operator's texts.

import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';

export const legalDocuments = ['terms', 'privacy', 'location-terms'];

export const legalLinks = () => element('p', { class: 'aside legal-links' }, ...legalDocuments
  .flatMap((name) => [' · ', element('a', { href: `/${name}`, target: '_blank' }, text(`legal.${name}`))]).slice(1));
