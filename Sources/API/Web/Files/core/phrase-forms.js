// The forms by which words of search texts are compared, as the server's `Keyboard`, `Romanization` and `OneSlip`.

const [firstSyllable, lastSyllable] = [0xac00, 0xd7a3];
const initialKeys = 'r R s e E f a q Q t T d w W c z x v g'.split(' ');
const vowelKeys = 'k o i O j p u P h hk ho hl y n nj np nl b m ml l'.split(' ');
const finalKeys = ['', ...'r R rt s sw sg e f fr fa fq ft fx fv fg a q qt t T d w c z x v g'.split(' ')];
const jamo = 'r R rt s sw sg e E f fr fa fq ft fx fv fg a q Q qt t T d w W c z x v g'.split(' ').concat(vowelKeys);
const initialJamo = [...'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'];

/** Composed, and as narrow as ASCII. @param {string} text */
export const narrow = (text) => text.normalize('NFC')
  .replace(/[\uff01-\uff5e]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0));

/** Without blanks, case and width. @param {string} text */
export const fold = (text) => narrow(text).toLowerCase().replace(/\s+/g, '');

/**
 * A typed word in the forms that names are compared by; empty where it has none.
 * @typedef {object} WordForms
 * @property {string} text folded
 * @property {string} keys of Hangul
 * @property {string} letters Latin ones and digits
 * @property {string} sound of the letters
 * @property {string} consonants a word of nothing else, as keys
 * @property {string} otherKeys as if Latin letters had been typed for Hangul
 * @property {string} otherLetters as if Hangul had been typed for Latin letters
 */

/** @param {string} typed as typed: case counts in the other layout @returns {WordForms} */
export function wordForms(typed) {
  const text = fold(typed);
  const keys = keysOf(text);
  const letters = lettersOf(text);
  return /[ㄱ-ㅎㅏ-ㅣ가-힣]/.test(text)
    ? { text, keys, letters: '', sound: '', consonants: /^[ㄱ-ㅎ]+$/.test(text) ? keys : '', otherKeys: '',
      otherLetters: keys.toLowerCase() }
    : { text, keys: '', letters, sound: soundOf(letters), consonants: '', otherKeys: keysTyped(narrow(typed)),
      otherLetters: '' };
}

/** A syllable as initial, vowel and final; null for other letters. */
function parts(letter) {
  const code = letter.codePointAt(0) ?? 0;
  if (code < firstSyllable || code > lastSyllable) return null;
  const index = code - firstSyllable;
  return [Math.floor(index / 588), Math.floor(index / 28) % 21, index % 28];
}

/**
 * The keys of the Korean keyboard that write a folded text: what is typed so far is then a prefix (강나 of 강남), and a
 * slip is one key.
 */
export function keysOf(word) {
  let keys = '';
  for (const letter of word) {
    const syllable = parts(letter);
    const code = letter.codePointAt(0) ?? 0;
    if (syllable) keys += initialKeys[syllable[0]] + vowelKeys[syllable[1]] + finalKeys[syllable[2]];
    else if (code >= 0x3131 && code <= 0x3163) keys += jamo[code - 0x3131];
    else if (code > 0x7f || /[a-z\d]/.test(letter)) keys += letter;
  }
  return keys;
}

/** The keys of what is typed in Latin letters, as if for Hangul: those with two meanings keep their case. */
export const keysTyped = (typed) =>
  typed.replace(/[^A-Za-z]/g, '').replace(/[^QWERTOP]/g, (letter) => letter.toLowerCase());

/** The initial consonants of a word of syllables and digits; empty for others. */
export function initialsOf(word) {
  let found = '';
  for (const letter of word) {
    const syllable = parts(letter);
    if (!syllable && !/\d/.test(letter)) return '';
    found += syllable ? initialJamo[syllable[0]] : letter;
  }
  return found;
}

/** The Latin letters and digits of a folded word; empty with other letters. */
export const lettersOf = (word) => (/^[\x21-\x7e]*$/.test(word) ? word.replace(/[^a-z\d]/g, '') : '');

// MARK: Sound

const initials = ['g', 'kk', 'n', 'd', 'tt', 'r', 'm', 'b', 'pp', 's', 'ss', '', 'j', 'jj', 'ch', 'k', 't', 'p', 'h'];
const vowels = ('a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i').split(' ');
/** Before a consonant, and before a vowel. */
const finals = ['', ...'k k k n n n t l k m l l l p l m p p t t ng t t k t p t'.split(' ')];
const linked = ['', ...'g kk ks n nj n d r lg lm lb ls lt lp r m b ps s ss ng j ch k t p'.split(' '), ''];
const nasals = { k: 'ng', t: 'n', p: 'm' };
const silentInitial = 11;

/** A word by how it sounds in Latin letters: spoken as one, and with its parts apart (Wausan-ro). */
export const soundsOfKorean = (word) => [...new Set([true, false].map((isOne) => soundOf(romanized(word, isOne))))];

/**
 * In Latin letters; those of other scripts stay as they are.
 * @param {string} word @param {boolean} isOne whether it is spoken as one
 */
export function romanized(word, isOne) {
  const letters = [...word].map((letter) => parts(letter) ?? letter);
  let written = '';
  let carried = null;
  letters.forEach((letter, position) => {
    if (typeof letter === 'string') {
      written += /[a-z\d]/.test(letter) || letter > '\x7f' ? letter : '';
      carried = null;
      return;
    }
    written += (carried ?? initials[letter[0]]) + vowels[letter[1]];
    const [end, start] = boundary(letter[2], isOne ? letters[position + 1] : null);
    written += end;
    carried = start;
  });
  return written;
}

/** How a final sounds before the next syllable, and how that then begins; null as usual. */
function boundary(final, next) {
  const sound = finals[final];
  if (final === 0 || !Array.isArray(next)) return [sound, null];
  if (next[0] === silentInitial) return [linked[final], null];
  const isLiquid = sound === 'l' || (sound === 'n' && initials[next[0]] === 'r');
  if (initials[next[0]] === 'r') return isLiquid ? ['l', 'l'] : [nasals[sound] ?? sound, 'n'];
  if (initials[next[0]] === 'n' && sound === 'l') return ['l', 'l'];
  return [['n', 'm'].includes(initials[next[0]]) ? nasals[sound] ?? sound : sound, null];
}

const rules = Object.fromEntries(('yeo:yo you:yo woo:u eo:o eu:u ae:e oe:e ai:e oo:u ee:i ou:u sh:s ch:j wh:h ck:g qu:g'
  + ' k:g c:g q:g t:d p:b f:b v:b z:j l:r').split(' ').map((rule) => rule.split(':')));
const spelled = new RegExp(Object.keys(rules).join('|'), 'g');

/** Latin letters by how they sound, so that spellings of one sound are equal: Pusan and Busan. */
export const soundOf = (letters) => letters.replace(spelled, (found) => rules[found]).replace(/(.)\1+/g, '$1');

// MARK: Slips

/** Keys of Hangul with vowels that sound alike as one: ㅔ as ㅐ, ㅖ as ㅒ, ㅚ and ㅞ as ㅙ. @param {string} keys */
export const alike = (keys) =>
  keys.replaceAll('np', 'hp').replaceAll('hl', 'ho').replaceAll('p', 'o').replaceAll('P', 'O');

/** The edit distance with swaps of neighbours, if it is at most `limit`. @returns {number} else infinite */
export function slipsBetween(one, other, limit) {
  if (Math.abs(one.length - other.length) > limit) return Infinity;
  let [beforeLast, last] = [[], Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let position = 0; position < one.length; position += 1) {
    const row = [position + 1];
    for (let index = 0; index < other.length; index += 1) {
      const isEqual = one[position] === other[index];
      let cost = Math.min(last[index] + (isEqual ? 0 : 1), last[index + 1] + 1, row[index] + 1);
      if (position > 0 && index > 0 && one[position] === other[index - 1] && one[position - 1] === other[index]) {
        cost = Math.min(cost, beforeLast[index - 1] + 1);
      }
      row.push(cost);
    }
    if (Math.min(...row) > limit) return Infinity;
    [beforeLast, last] = [last, row];
  }
  return last[other.length];
}

/** Whether two texts differ by one wrong, missing, additional or swapped key. */
export function isWithinOneSlip(one, other) {
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
  if (longer.length - shorter.length > 1) return false;
  let start = 0;
  while (start < shorter.length && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter.length - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const differing = longer.length - start - end;
  return differing === 1 || (differing === 2 && one.length === other.length
    && one[start] === other[start + 1] && one[start + 1] === other[start]);
}

/** Whether the beginning of a text differs so from another. */
export const beginsWithinOneSlip = (beginning, text) =>
  [-1, 0, 1].some((more) => isWithinOneSlip(beginning, text.slice(0, beginning.length + more)));
