// The parts of the search text as chips before the filters, each to be removed.

import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { icon } from '../../widgets/icon.js';
import { brandDot } from './brand-colors.js';
import { meaningful, shownPart, textWithout } from './text-parts.js';

/** @typedef {import('./text-parts.js').TextPart} TextPart */

const icons = { region: 'map', station: 'route', place: 'map', line: 'route', unknown: 'search', words: 'search' };

/** @param {TextPart[]} parts @param {(text: string) => void} onText the text without a part of it is wanted */
export const partChips = (parts, onText) => meaningful(parts).map((part) => {
  const shown = shownPart(part);
  const kind = text(`part.${part.kind}`);
  return element('button', {
    type: 'button', class: `choice quick part is-set is-${part.kind}`,
    title: [kind, part.name].filter(Boolean).join(': '), 'aria-label': text('part.remove', { name: shown, kind }),
    onclick: () => onText(textWithout(parts, part)),
  }, sign(part), element('span', {}, shown), icon('close'));
});

/** @param {TextPart} part */
const sign = ({ kind, name = '' }) => (kind === 'brand' ? brandDot(name) : icons[kind] && icon(icons[kind]));
