// Names in all the forms in which they are typed, as the server's `NameTable`.

import { alike, fold, initialsOf, keysOf, lettersOf, romanized, slipsBetween, soundOf } from './phrase-forms.js';

/** @typedef {import('./phrase-forms.js').WordForms} WordForms */

/**
 * How well a word matches a name of what has the number `owner`.
 * @typedef {{owner: number, rank: number, isAlias: boolean}} NameMatch
 */

/** What the rank of a match means; lower is better. `partial`: a part of the text is not understood. */
export const ranks = { exact: 0, indirect: 1, prefix: 2, inside: 4, slip: 5, partial: 7 };

/** Anything short occurs inside something by chance; one slip for each four keys. */
const [minInside, keysOfSlip] = [4, 4];

const hasSyllable = (name) => /[가-힣]/.test(name);
const lettersIn = (name) => lettersOf(hasSyllable(name) ? romanized(name, true) : name);

/** The forms of a folded name in each script. */
const formsIn = {
  hangul: (name) => (hasSyllable(name) ? [keysOf(name)] : []),
  latin: (name) => [lettersIn(name)],
  // ㅓ is also written `u` by custom: Sungsu, Myungdong.
  sound: (name) => [...new Set([lettersIn(name), lettersIn(name).replaceAll('eo', 'u')].map(soundOf))],
  initials: (name) => (initialsOf(name).length > 1 ? [keysOf(initialsOf(name))] : []),
};

export class NameTable {
  /** The forms of a script in order, made when it is first asked. @type {Map<string, {text: string, name: any}[]>} */
  #forms = new Map();

  /** @param {{owner: number, text: string, isAlias: boolean}[]} names */
  constructor(names) {
    this.names = names;
  }

  /** @param {keyof typeof formsIn} script */
  #in(script) {
    let forms = this.#forms.get(script);
    if (!forms) {
      forms = this.names.flatMap((name) => formsIn[script](fold(name.text)).map((text) => ({ text, name })))
        .filter(({ text }) => text !== '')
        .sort((one, other) => (one.text < other.text ? -1 : Number(one.text > other.text)));
      this.#forms.set(script, forms);
    }
    return forms;
  }

  /** All matches of a word; those with up to two slips only if nothing else has it. @param {WordForms} word */
  matches(word) {
    const best = this.#compared(word, true);
    return values(best.size > 0 ? best : this.#withSlips(word, 2));
  }

  /** What has a name that a word is, or begins. @param {WordForms} word */
  beginnings(word) {
    return values(this.#compared(word, false));
  }

  /** What has a name that a word is but for one slip. @param {WordForms} word */
  corrections(word) {
    return values(this.#withSlips(word, 1));
  }

  #compared(word, findsInside) {
    /** @type {Map<number, NameMatch>} */
    const best = new Map();
    this.#compare(best, 'hangul', word.keys, true, findsInside);
    this.#compare(best, 'latin', word.letters, true, findsInside);
    this.#compare(best, 'sound', word.sound, false, false);
    this.#compare(best, 'initials', word.consonants, false, false);
    this.#compare(best, 'hangul', word.otherKeys, false, false);
    this.#compare(best, 'latin', word.otherLetters, false, false);
    return best;
  }

  /** @param {Map<number, NameMatch>} best @param {keyof typeof formsIn} script */
  #compare(best, script, typed, isDirect, findsInside) {
    if (typed === '') return;
    const forms = this.#in(script);
    // Anything short begins something in the other layout.
    const findsPrefix = isDirect || script === 'initials' || typed.length >= 4;
    for (let at = firstFrom(forms, typed); forms[at]?.text.startsWith(typed); at += 1) {
      const isExact = forms[at].text.length === typed.length;
      if (!isExact && !findsPrefix) break;
      improve(best, forms[at].name, (isExact ? ranks.exact : ranks.prefix) + (isDirect ? 0 : 1));
    }
    if (!findsInside || typed.length < minInside) return;
    for (const { text, name } of forms) if (text.indexOf(typed, 1) > 0) improve(best, name, ranks.inside);
  }

  #withSlips(word, limit) {
    /** @type {Map<number, NameMatch>} */
    const best = new Map();
    for (let slips = 1; slips <= limit && best.size === 0; slips += 1) {
      for (const [script, typed] of /** @type {const} */ ([['hangul', alike(word.keys)], ['latin', word.letters]])) {
        if (typed.length < keysOfSlip * slips) continue;
        for (const { text, name } of this.#in(script)) {
          if (Math.abs(text.length - typed.length) > slips) continue;
          const own = script === 'hangul' ? alike(text) : text;
          if (slipsBetween(typed, own, slips) <= slips) improve(best, name, ranks.slip + slips - 1);
        }
      }
    }
    return best;
  }
}

/** The position of the first form that does not come before a text. */
function firstFrom(forms, typed) {
  let [low, high] = [0, forms.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (forms[middle].text < typed) low = middle + 1;
    else high = middle;
  }
  return low;
}

function improve(best, { owner, isAlias }, rank) {
  const known = best.get(owner);
  if (!known || precedes({ rank, isAlias }, known)) best.set(owner, { owner, rank, isAlias });
}

/** Whether one match is better than another. */
export const precedes = (one, other) =>
  (one.rank !== other.rank ? one.rank < other.rank : !one.isAlias && other.isAlias);

/** @param {Map<number, NameMatch>} best */
const values = (best) => [...best.values()];
