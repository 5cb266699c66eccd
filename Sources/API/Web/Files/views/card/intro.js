// What the card is, for those who are not logged in.

import { element } from '../../core/dom.js';
import { loginAddress } from '../../core/navigation.js';
import { text } from '../../core/texts.js';
import { Bunch } from './bunch.js';

/** @param {HTMLElement} root */
export function introduce(root) {
  const bunch = new Bunch();
  bunch.show({ fill: 7, has_grape: true });
  bunch.root.setAttribute('aria-hidden', 'true');
  root.append(element('h2', {}, text('card.title')), element('div', { class: 'intro' }, bunch.root,
    element('ol', { class: 'intro-steps' }, ...['card.introPlan', 'card.introDone', 'card.introBunch'].map((key) => element('li', {}, text(key)))),
    element('a', { class: 'button is-main', href: loginAddress() }, text('card.introLogin'))));
}
