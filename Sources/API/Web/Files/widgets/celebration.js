// A shower of grapes, for a moment to be glad about.

import { element } from '../core/dom.js';
import { icon } from './icon.js';

const count = 18;
/** In milliseconds: all grapes have fallen by then. */
const duration = 2600;

/** Lets grapes fall over the page; not for those who want less motion. */
export function celebrate() {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const grapes = Array.from({ length: count }, (_, index) => {
    const grape = element('span', {}, icon('grape'));
    grape.style.setProperty('left', `${(index + Math.random()) * (100 / count)}%`);
    grape.style.setProperty('animation-delay', `${Math.random() * 0.6}s`);
    grape.style.setProperty('--turn', `${Math.round(Math.random() * 720 - 360)}deg`);
    return grape;
  });
  const shower = element('div', { class: 'celebration', 'aria-hidden': 'true' }, ...grapes);
  document.body.append(shower);
  setTimeout(() => shower.remove(), duration);
}
