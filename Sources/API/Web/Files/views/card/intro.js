// The introduction of the card, shown without a session.

import { element } from '../../core/dom.js';
import { loginAddress } from '../../core/navigation.js';
import { text } from '../../core/texts.js';
import { BunchDrawing } from './bunch.js';

/** @param {HTMLElement} root */
export function showIntro(root) {
  const drawing = new BunchDrawing();
  drawing.show({ fill: 7, has_grape: true });
  drawing.root.setAttribute('aria-hidden', 'true');
  root.append(element('h2', {}, text('card.title')), element('div', { class: 'intro' }, drawing.root,
    element('ol', { class: 'intro-steps' },
      ...['card.introPlan', 'card.introDone', 'card.introBunch'].map((key) => element('li', {}, text(key)))),
    element('a', { class: 'button is-main', href: loginAddress() }, text('card.introLogin'))));
}
