import { element } from '../core/dom.js';
import { text } from '../core/texts.js';

/** Says that the address leads nowhere. @param {HTMLElement} root @param {(title: string) => void} setTitle */
export function showNotFound(root, setTitle) {
  setTitle(text('page.unknown'));
  root.append(element('h2', {}, text('page.unknown')),
    element('p', {}, element('a', { href: '/' }, text('page.toMap'))));
}
