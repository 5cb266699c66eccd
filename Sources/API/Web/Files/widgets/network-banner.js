// The line below the header of all views that says that the network is away, and that it is back.

import { element } from '../core/dom.js';
import { text } from '../core/texts.js';

/** In milliseconds. */
const shownWhenBack = 4000;

export function watchNetwork() {
  const line = element('p', { id: 'network', class: 'network', role: 'status' });
  document.querySelector('.top')?.after(line);
  let timer = 0;
  const show = (words, isAway) => {
    clearTimeout(timer);
    line.classList.toggle('is-away', isAway);
    line.textContent = words;
    // What lies on the map, at a distance from the header, moves down.
    document.documentElement.style.setProperty('--network', `${line.offsetHeight}px`);
  };
  const away = () => show(text('network.away'), true);
  addEventListener('offline', away);
  addEventListener('online', () => {
    if (!line.textContent) return;
    show(text('network.back'), false);
    timer = setTimeout(() => show('', false), shownWhenBack);
  });
  if (!navigator.onLine) away();
}
