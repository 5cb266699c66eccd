// What the server takes as an address, a password and a nickname: said before it is asked, decided by it alone.

import { text } from '../../core/texts.js';

const graphemes = new Intl.Segmenter();

/** Characters as people count them. */
export const length = (value) => [...graphemes.segment(value)].length;

/** What is wrong with an e-mail address; empty: nothing. */
export function emailMistake(value) {
  if (!value.trim()) return text('account.emailNeeded');
  const isAddress = value.length <= 254 && /^[\w.%+-]+@[a-z\d.-]+\.[a-z]{2,}$/i.test(value.trim());
  return isAddress ? '' : text('error.email-invalid');
}

/** What is wrong with a new password; empty: nothing that can be told without asking. */
export function passwordMistake(value) {
  if (!value) return text('account.passwordNeeded');
  if (length(value) < 8) return text('account.passwordShort');
  return length(value) > 128 ? text('account.passwordLong') : '';
}

/** What is wrong with a nickname; empty: nothing that can be told without asking. */
export function nicknameMistake(value) {
  const name = value.trim();
  if (!name) return text('account.nicknameNeeded');
  if (length(name) > 40 || new TextEncoder().encode(name).length > 160) return text('account.nicknameLong');
  return hidden.test(withoutJoiners(name)) ? text('account.nicknameHidden') : '';
}

/** Characters that cannot be seen, by which one name would look like another. */
const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\u2800\u3164\u115f\u1160\uffa0]/u;

/** Emoji are joined and flags are made by characters that may not stand elsewhere. */
const withoutJoiners = (name) => name
  .replace(/([\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})/gu, '$1')
  .replace(/\u{1f3f4}[\u{e0020}-\u{e007f}]+/gu, '');

/**
 * How hard a password is to guess, roughly: 0 weak, 1 fair, 2 strong.
 * @param {string} password
 * @param {string[]} known what whoever guesses knows, and may have been put into it
 */
export function strength(password, known) {
  let rest = password.toLowerCase();
  for (const word of known) if (word.length > 2) rest = rest.replaceAll(word.toLowerCase(), '');
  /** @type {[RegExp, number][]} */
  const kinds = [[/[a-z]/, 26], [/[A-Z]/, 26], [/\d/, 10], [/[^a-zA-Z\d]/, 33]];
  const pool = kinds.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 1);
  const bits = surprises(rest) * Math.log2(pool);
  return bits < 50 ? 0 : bits < 75 ? 1 : 2;
}

/** How many characters are not simply the one before, or the next of a row as on `abc` and `123`. */
const surprises = (rest) => [...rest].reduce((sum, character, place) => {
  const step = place ? Math.abs(rest.charCodeAt(place) - rest.charCodeAt(place - 1)) : 2;
  return sum + (step < 2 ? 0.3 : 1);
}, 0);
