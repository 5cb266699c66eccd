// What the pages below one's own have in common.

import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { icon } from '../../widgets/icon.js';

/** The heading of such a page, and the way back to the one above it. @param {string} title @param {string} above */
export const partHead = (title, above = '/app/me/settings') => element('header', { class: 'part-head' },
  element('a', { class: 'icon-button', href: above, 'aria-label': text('account.back') }, icon('back')),
  element('h2', {}, title));
