import { element } from '../core/dom.js';
import { text } from '../core/texts.js';

/** Shows that the address does not exist. @param {HTMLElement} root @param {(title: string) => void} setTitle */
export function showNotFound(root, setTitle) {
  setTitle(text('page.notFound'));
  root.append(element('h2', {}, text('page.notFound')), element('p', {}, text('page.notFoundWhy')),
    element('p', { class: 'actions' },
      element('a', { class: 'button is-main', href: '/' }, text('page.toMap')),
      element('a', { class: 'button', href: '/app/feed' }, text('page.toFeed'))));
}
