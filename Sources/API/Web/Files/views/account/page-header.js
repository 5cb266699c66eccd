// The header of the pages below the member's own.

import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { icon } from '../../widgets/icon.js';

/** @param {string} title @param {string} parent where the back button leads */
export const pageHeader = (title, parent = '/app/me/settings') => element('header', { class: 'page-header' },
  element('a', { class: 'icon-button', href: parent, 'aria-label': text('account.back') }, icon('back')),
  element('h2', {}, title));
