// Understands search texts without a network, as the server's `PhraseReader`: the cheapest division of a text into
// parts wins.

import {
  beginsWithinOneSlip, fold, initialsOf, keysOf, lettersOf, narrow, soundOf, soundsOfKorean, wordForms,
} from './phrase-forms.js';
import { chainAliases, isFiller, wishOf } from './phrase-words.js';
import { NameTable, precedes, ranks } from './name-table.js';
import { Reading, costs } from './reading.js';

/** @typedef {import('./reading.js').Sense} Sense */
/** @typedef {import('./reading.js').Part} Part */
/** @typedef {import('./phrase-forms.js').WordForms} WordForms */
/** @typedef {import('./gazetteer.js').Gazetteer} Gazetteer */

const [maxWords, maxNameWords, maxReadings, maxPlaces] = [8, 4, 12, 48];
/** The words of booths that a word may stand for. */
const maxAlternatives = 24;
/** The letters of words that may be several, written together. */
const [minJoined, maxJoined] = [4, 24];
/** A slip is not looked for in fewer keys. */
const minKeysWithSlip = 4;

/** The lines by which a booth is found. @param {(string | null | undefined)[]} lines */
export const linesOf = (lines) => lines.map((line) => narrow(line ?? '').toLowerCase()).join('\n');

const isNumber = (word) => /^[\d-]+$/.test(word);

/** The words of a text, as typed. @param {string} text */
export const wordsOf = (text) =>
  narrow(text).slice(0, 100).split(/[\s,·/()[\]"|;]+/).filter((word) => word !== '').slice(0, maxWords);

export class PhraseReader {
  /** Those of all words, made when first needed. @type {ReturnType<typeof formsOf>[] | null} */
  #forms = null;

  /**
   * @param {{texts: string[], brands: string[], gazetteer?: Gazetteer | null}} known `texts`: the lines of each booth
   */
  constructor({ texts, brands, gazetteer = null }) {
    this.texts = texts;
    this.gazetteer = gazetteer;
    this.joined = texts.map((text) => text.replaceAll(' ', ''));
    this.words = [...new Set(texts.flatMap((text) => text.split(/[\s,()]+/)))].filter((word) => word !== '');
    this.brands = brands;
    this.brandNames = new NameTable(brands.flatMap((name, owner) => [
      { owner, text: name, isAlias: false },
      ...aliasesOf(name).map((text) => ({ owner, text, isAlias: true })),
    ]));
  }

  get vocabulary() {
    this.#forms ??= this.words.map((word) => formsOf(word));
    return this.#forms;
  }

  /** The cheapest reading. @param {string} text */
  read(text) {
    const typed = wordsOf(text);
    /** The readings up to each word. @type {Reading[][]} */
    const readings = Array.from({ length: typed.length + 1 }, () => []);
    readings[0] = [new Reading()];
    typed.forEach((word, start) => {
      const best = cheapest(readings[start], maxReadings);
      let isKnown = false;
      for (let end = start + 1; end <= Math.min(typed.length, start + maxNameWords); end += 1) {
        const senses = this.senses(typed.slice(start, end), end === typed.length);
        isKnown ||= senses.some(({ cost }) => cost < costs.unknown);
        readings[end].push(...best.flatMap((reading) => senses.map((part) => reading.adding(part))));
      }
      for (const pieces of this.pieces(fold(word), !isKnown)) {
        readings[start + 1].push(...best.map((reading) => pieces.reduce((sum, piece) => sum.adding(piece), reading)));
      }
    });
    return cheapest(readings[typed.length], 1)[0];
  }

  // MARK: Senses

  /** What neighbouring words may mean as one. @param {string[]} words @returns {Part[]} */
  senses(words, isLast) {
    const text = words.join(' ');
    const isOne = words.length === 1;
    const word = wordForms(words.join(''));
    const blanks = (words.length - 1) * costs.blank;
    /** @type {Sense[]} */
    const senses = [...this.plain(word.text), ...this.names(word, isLast, isOne)
      .map((sense) => ({ ...sense, cost: sense.cost + blanks }))];
    if (isOne) senses.push(...this.boothWords(word, senses.length > 0), { kind: 'unknown', cost: costs.unknown });
    else senses.push(...this.joinedWords(word, words.length, senses.length > 0));
    return senses.map((sense) => ({ text, ...sense }));
  }

  /** Fillers, wishes and lines. @param {string} word @returns {Sense[]} */
  plain(word) {
    /** @type {Sense[]} */
    const senses = [];
    const wish = wishOf(word);
    if (isFiller(word) && !this.brands.some((name) => fold(name) === word)) {
      senses.push({ kind: 'filler', cost: costs.filler });
    }
    if (wish) senses.push({ kind: 'filter', wish, cost: costs.wish });
    if (this.gazetteer?.lines.has(word)) senses.push({ kind: 'line', name: word, cost: costs.wish });
    return senses;
  }

  /** Names that a word is; the last word of a text may be unfinished. @param {WordForms} word @returns {Sense[]} */
  names(word, isLast, isOne) {
    /** @type {Sense[]} */
    const senses = [];
    const places = this.gazetteer?.beginnings(word, maxPlaces) ?? [];
    const best = Math.min(...places.map(({ rank }) => rank));
    if (best <= ranks.indirect || (places.length > 0 && isLast && isOne && word.text.length > 1)) {
      senses.push({ kind: 'places', places, cost: costs.name + (best <= ranks.indirect ? best : costs.prefix) });
    }
    const brand = this.bestBrand(this.brandNames.beginnings(word));
    if (brand && (word.text.length > 1 || brand.rank === ranks.exact)) {
      const cost = costs.name + (brand.rank > ranks.indirect ? costs.prefix : brand.rank);
      senses.push(this.brandSense(brand, word.text, cost));
    }
    return senses;
  }

  /** @param {import('./name-table.js').NameMatch[]} matches */
  bestBrand(matches) {
    return matches.reduce((best, match) => (best === null || precedes(match, best) ? match : best), null);
  }

  /** @returns {Sense} */
  brandSense({ owner }, word, cost) {
    const name = this.brands[owner];
    return { kind: 'brand', name, found: [fold(name), ...(this.isInBooth(word) ? [word] : [])], cost };
  }

  /** A word of booths, in some form; names and words that it is but for a slip. @returns {Sense[]} */
  boothWords(word, isKnown) {
    const words = (found, cost) => (found.length > 0 ? [{ kind: /** @type {const} */ ('words'), found, cost }] : []);
    if (this.beginsInBooth(word.text)) return words([word.text], costs.words);
    if (isKnown) return [];
    if (this.isInBooth(word.text)) return words([word.text], costs.words + costs.prefix);
    if (isNumber(word.text)) return [];
    const stem = stemOf(word.text);
    if (stem && this.isInBooth(stem)) return words([stem], costs.words + costs.blank);
    const other = this.alternatives((own) => begins(word, own));
    return other.length > 0 ? words(other, costs.words + costs.prefix) : this.corrections(word);
  }

  /** One word that is written apart costs a little more than several. @returns {Sense[]} */
  joinedWords(word, count, isKnown) {
    const found = this.isInBooth(word.text) ? [word.text] : isKnown ? [] : this.likeSounding(word);
    return found.length > 0 ? [{ kind: /** @type {const} */ ('words'), found, cost: costs.words * count + 1 }] : [];
  }

  /** Words that sound like a typed one in Latin letters. @param {WordForms} word */
  likeSounding({ sound }) {
    return sound.length < 3 ? [] : this.alternatives((own) => own.sounds.includes(sound));
  }

  /** Names and words that a word is but for one slip. @param {WordForms} word @returns {Sense[]} */
  corrections(word) {
    const keys = word.keys || word.letters;
    if (keys.length < minKeysWithSlip) return [];
    const found = this.alternatives((own) => beginsWithinOneSlip(keys, own.keys));
    return [
      ...this.nameCorrections(word),
      ...(found.length ? [{ kind: /** @type {const} */ ('words'), found, cost: costs.slip + costs.words }] : []),
    ];
  }

  /** @param {WordForms} word @returns {Sense[]} */
  nameCorrections(word) {
    const places = this.gazetteer?.corrections(word, maxPlaces) ?? [];
    const brand = this.bestBrand(this.brandNames.corrections(word));
    const cost = costs.slip + costs.name;
    return [...(places.length ? [{ kind: /** @type {const} */ ('places'), places, cost }] : []),
      ...(brand ? [this.brandSense(brand, word.text, cost)] : [])];
  }

  /** @param {(own: ReturnType<typeof formsOf>) => boolean} isWanted */
  alternatives(isWanted) {
    const found = [];
    for (const own of this.vocabulary) {
      if (isWanted(own) && found.push(own.word) === maxAlternatives) break;
    }
    return found;
  }

  beginsInBooth(word) {
    return isNumber(word) ? this.isInBooth(word) : this.words.some((own) => own.startsWith(word));
  }

  isInBooth(word) {
    return this.joined.some((joined, position) => has(word, this.texts[position], joined));
  }

  // MARK: Words written together

  /** A word as several that are surely known: 홍대인생네컷, 강남근처. @param {string} word @returns {Part[][]} */
  pieces(word, allowsSlip) {
    const isHangul = /[가-힣]/.test(word);
    if (!isHangul || word.length < minJoined || word.length > maxJoined) return [];
    const known = this.divisions(word, 2);
    return known.length === 0 && allowsSlip ? this.corrected(word) : known;
  }

  /** @param {number} depth how many pieces may come before the last @returns {Part[][]} */
  divisions(word, depth) {
    const found = [];
    for (let cut = 2; cut < word.length - 1; cut += 1) {
      const [first, rest] = [word.slice(0, cut), word.slice(cut)];
      const one = this.piece(first);
      if (!one) continue;
      const other = this.piece(rest);
      // Two parts of an address are one word.
      if (other && (one.kind !== 'words' || other.kind !== 'words')) found.push([one, other]);
      if (depth > 1) found.push(...this.divisions(rest, depth - 1).map((parts) => [one, ...parts]));
    }
    return found;
  }

  /** A word as two names, one of them with a slip: 홍대인생내컷. @param {string} word */
  corrected(word) {
    const found = [];
    for (let cut = 2; cut < word.length - 1; cut += 1) {
      const [first, rest] = [word.slice(0, cut), word.slice(cut)];
      const [one, other] = [this.piece(first), this.piece(rest)];
      if (one && !other) found.push(...this.correctedPieces(rest).map((piece) => [one, piece]));
      if (!one && other) found.push(...this.correctedPieces(first).map((piece) => [piece, other]));
    }
    return found;
  }

  /** A part of two syllables is one slip away from much. @param {string} word @returns {Part[]} */
  correctedPieces(word) {
    return word.length > 2 ? this.nameCorrections(wordForms(word)).map((sense) => ({ text: word, ...sense })) : [];
  }

  /** @returns {Part | null} */
  piece(word) {
    const known = [...this.plain(word), ...this.names(wordForms(word), false, true)];
    const found = known.length > 0 ? undefined : [word, stemOf(word) ?? ''].find((name) =>
      name.length > 1 && !isNumber(name) && this.words.some((own) => own.startsWith(name)));
    if (found) known.push({ kind: /** @type {const} */ ('words'), found: [found], cost: costs.words });
    const [best] = known.sort((one, other) => one.cost - other.cost);
    return best ? { text: word, ...best } : null;
  }

  // MARK: Booths

  /**
   * Whether the booth at a position has one of the texts of each term.
   * @param {string[][]} terms @returns {(position: number) => boolean}
   */
  having(terms) {
    return (position) => terms.every((term) =>
      term.some((word) => has(word, this.texts[position], this.joined[position])));
  }

  /** The rank of a text in a booth's name; null if it has all terms only with its address. @param {string[][]} terms */
  rankOf(position, terms, text) {
    const [name, brand] = this.texts[position].split('\n');
    const [own, chain] = [name.replaceAll(' ', ''), brand.replaceAll(' ', '')];
    const isNamed = terms.every((term) => term.some((word) => has(word, name, own) || has(word, brand, chain)));
    if (!isNamed) return null;
    return own === text ? ranks.exact : own.startsWith(text) ? ranks.prefix : ranks.inside;
  }
}

/** @param {Reading[]} readings */
const cheapest = (readings, count) => readings.sort((one, other) => one.cost - other.cost).slice(0, count);

/** What people call a chain, and what begins with its name. @param {string} name */
const aliasesOf = (name) => Object.entries(chainAliases).flatMap(([own, others]) =>
  (fold(name).startsWith(own) ? others : []));

/** What an area, a station or a branch is called without its kind: 강남역, 강남구. @param {string} word */
const stemOf = (word) => /^(..+?)(?:입구)?(?:역|동|구|시|군|읍|면|점)$/.exec(word)?.[1];

/** The forms by which a word of booths is compared. @param {string} word */
const formsOf = (word) => ({
  word, keys: keysOf(word), initials: keysOf(initialsOf(word)), sounds: /[가-힣]/.test(word)
    ? soundsOfKorean(word) : [soundOf(lettersOf(word))],
});

/** Whether a word of booths begins with a typed one, in some form. @param {WordForms} typed */
const begins = (typed, own) =>
  [typed.keys, typed.letters, typed.otherKeys, typed.otherLetters].some((keys) => keys && own.keys.startsWith(keys))
  || (typed.consonants.length > 1 && own.initials.startsWith(typed.consonants))
  || (typed.sound.length > 2 && own.sounds.some((sound) => sound.startsWith(typed.sound)));

/** Whether a booth has a word; a number only whole: 111 is not 2111. */
function has(word, line, joined) {
  if (!isNumber(word)) return joined.includes(word);
  for (let at = line.indexOf(word); at >= 0; at = line.indexOf(word, at + 1)) {
    if (!/[\d-]/.test(line[at - 1] ?? '') && !/[\d-]/.test(line[at + word.length] ?? '')) return true;
  }
  return false;
}
