// Texts with parts in which no line ends.

import { element } from '../core/dom.js';

const hashtag = /(#[^\s#]+)/;
const hyphenated = /(\S+-\S+)/;

const joined = (written, parts) => written.split(parts).map((part, index) =>
  (index % 2 ? element('span', { class: 'unbroken' }, part) : part));

/** The parts of a text that has no links: its hashtags stay whole. @param {string} written */
export const wholeHashtags = (written) => joined(written, hashtag);

/** The parts of a name or an address: words and numbers that have a hyphen stay whole. @param {string} written */
export const wholeHyphenated = (written) => joined(written, hyphenated);
