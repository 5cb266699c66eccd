// What stands beside the posts on wide screens: booths near the usual place, and who has posted.

import { get } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { boothName, formatDistance, localFields, text } from '../../core/texts.js';

/** As `feed.css`. */
const wide = '(min-width: 1100px)';
const boothCount = 5;
const personCount = 6;

/**
 * @param {HTMLElement} list the posts, once the first are there
 * @param {AbortSignal} signal
 */
export function feedAside(list, signal) {
  const aside = element('aside', { class: 'feed-aside', 'aria-label': text('feed.aside') });
  const screen = matchMedia(wide);
  const fill = () => {
    if (!screen.matches || aside.childElementCount > 0) return;
    aside.append(people(list));
    booths(aside, signal);
  };
  screen.addEventListener('change', fill, { signal });
  fill();
  return aside;
}

/** The authors of the posts that are shown, each once. */
function people(list) {
  const links = [...list.querySelectorAll('.card-author')];
  const authors = new Map(links.map((link) => [link.getAttribute('href'), link]));
  const items = [...authors.values()].slice(0, personCount)
    .map((link) => element('li', {}, /** @type {HTMLElement} */ (link.cloneNode(true))));
  return items.length === 0 ? '' : element('section', {},
    element('h3', {}, text('feed.aside.people')), element('ul', {}, ...items));
}

async function booths(aside, signal) {
  let found;
  try {
    ({ booths: found } = await get('/api/booths/near',
      { limit: boothCount, fields: `name,brand${localFields}` }, signal));
  } catch {
    // The posts are what the page is for.
    return;
  }
  if (signal.aborted || found.length === 0) return;
  const items = found.map((booth) => element('li', {},
    element('a', { class: 'aside-booth', href: `/booths/${booth.id}` },
      element('span', {}, boothName(booth)), element('span', { class: 'faint' }, formatDistance(booth.distance_m)))));
  aside.append(element('section', {}, element('h3', {}, text('near')), element('ul', {}, ...items),
    element('p', {}, element('a', { class: 'small', href: '/' }, text('page.toMap')))));
}
