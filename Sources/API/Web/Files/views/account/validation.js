// The server's rules for e-mail addresses, passwords and nicknames: checked here for quick feedback; the server
// decides.

import { text } from '../../core/texts.js';

const graphemes = new Intl.Segmenter();

/** How many characters people count in a text. */
export const graphemeCount = (value) => [...graphemes.segment(value)].length;

/** The error of an e-mail address; empty if valid. */
export function emailError(value) {
  if (!value.trim()) return text('account.emailNeeded');
  const isAddress = value.length <= 254 && /^[\w.%+-]+@[a-z\d.-]+\.[a-z]{2,}$/i.test(value.trim());
  return isAddress ? '' : text('error.email-invalid');
}

/** The error of a new password; empty if only the server can tell. */
export function passwordError(value) {
  if (!value) return text('account.passwordNeeded');
  if (graphemeCount(value) < 8) return text('account.passwordShort');
  return graphemeCount(value) > 128 ? text('account.passwordLong') : '';
}

/** The error of a nickname; empty if only the server can tell. */
export function nicknameError(value) {
  const name = value.trim();
  if (!name) return text('account.nicknameNeeded');
  if (graphemeCount(name) > 40 || new TextEncoder().encode(name).length > 160) return text('account.nicknameLong');
  return invisible.test(withoutJoiners(name)) ? text('account.nicknameHidden') : '';
}

/** Invisible characters, which could make one name look like another. */
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\u2800\u3164\u115f\u1160\uffa0]/u;

/** Without the invisible characters that are allowed: those that join emoji and make flags. */
const withoutJoiners = (name) => name
  .replace(/([\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})/gu, '$1')
  .replace(/\u{1f3f4}[\u{e0020}-\u{e007f}]+/gu, '');

/**
 * How hard a password is to guess, roughly: 0 weak, 1 fair, 2 strong.
 * @param {string} password
 * @param {string[]} known words that an attacker knows, such as the nickname; they count for nothing
 */
export function passwordStrength(password, known) {
  let rest = password.toLowerCase();
  for (const word of known) if (word.length > 2) rest = rest.replaceAll(word.toLowerCase(), '');
  /** @type {[RegExp, number][]} */
  const kinds = [[/[a-z]/, 26], [/[A-Z]/, 26], [/\d/, 10], [/[^a-zA-Z\d]/, 33]];
  const pool = kinds.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 1);
  const bits = unpredictability(rest) * Math.log2(pool);
  return bits < 50 ? 0 : bits < 75 ? 1 : 2;
}

/** How many characters there are; those that repeat or continue the one before, as in `aaa` and `123`, count less. */
const unpredictability = (rest) => [...rest].reduce((sum, character, index) => {
  const step = index ? Math.abs(rest.charCodeAt(index) - rest.charCodeAt(index - 1)) : 2;
  return sum + (step < 2 ? 0.3 : 1);
}, 0);
