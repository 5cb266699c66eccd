// The link to the way back for a forgotten password.

import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';

export const forgottenLink = () => element('p', { class: 'other-way' },
  element('a', { href: '/app/forgotten' }, text('account.forgotten')));
