// The header of a profile: picture, name, numbers and bio.

import { element } from '../../core/dom.js';
import { formatCompact, text } from '../../core/texts.js';
import { avatar } from '../../widgets/photo.js';

/**
 * @param {{id: string, nickname: string, photo: string | null, bio?: string, follower_count?: number,
 *   following_count?: number, post_count?: number}} person the numbers are missing while they load
 * @param {(Node | null)[]} actions buttons and links
 */
export function profileHeader(person, actions) {
  const face = avatar(person);
  face.classList.add('is-large');
  const lists = `/app/people/${person.id}`;
  return element('header', { class: 'profile-header' },
    face,
    element('div', { class: 'person-words' },
      element('h2', { dir: 'auto' }, person.nickname),
      element('ul', { class: 'numbers' },
        element('li', {}, ...number('posts', person.post_count)),
        element('li', {}, element('a', { href: `${lists}/followers` }, ...number('followers', person.follower_count))),
        element('li', {},
          element('a', { href: `${lists}/following` }, ...number('following', person.following_count))))),
    person.bio ? element('p', { class: 'bio', dir: 'auto' }, person.bio) : null,
    element('div', { class: 'actions' }, ...actions));
}

const number = (what, value) => [
  `${text(`account.${what}`)} `,
  element('strong', { 'data-number': what }, value === undefined ? '–' : formatCompact(value)),
];
