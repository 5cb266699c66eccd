// The head of a profile: who somebody is.

import { element } from '../../core/dom.js';
import { formatCompact, text } from '../../core/texts.js';
import { avatar } from '../../widgets/photo.js';

/**
 * @param {{id: string, nickname: string, photo: string | null, bio?: string, follower_count?: number,
 *   following_count?: number, post_count?: number}} person without the numbers where they are not known yet
 * @param {(Node | null)[]} actions what can be done here
 */
export function head(person, actions) {
  const face = avatar(person);
  face.classList.add('is-large');
  const lists = `/app/people/${person.id}`;
  return element('header', { class: 'person-head' },
    face,
    element('div', { class: 'person-words' },
      element('h2', { dir: 'auto' }, person.nickname),
      element('ul', { class: 'numbers' },
        element('li', {}, ...figure('posts', person.post_count)),
        element('li', {}, element('a', { href: `${lists}/followers` }, ...figure('followers', person.follower_count))),
        element('li', {}, element('a', { href: `${lists}/following` }, ...figure('following', person.following_count))))),
    person.bio ? element('p', { class: 'bio', dir: 'auto' }, person.bio) : null,
    element('div', { class: 'actions' }, ...actions));
}

const figure = (what, value) => [
  `${text(`account.${what}`)} `,
  element('strong', { 'data-number': what }, value === undefined ? '–' : formatCompact(value)),
];
