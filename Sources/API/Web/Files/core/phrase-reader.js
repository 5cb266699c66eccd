// Understands search texts without a network, as the server does as far as names and addresses of booths tell: it has
// no other names of places. The cheapest division of the text into parts wins.

import {
  beginsWithinOneSlip, initialsOf, isWithinOneSlip, keysOf, keysTyped, lettersOf, narrow, soundOf, soundsOfKorean,
} from './phrase-forms.js';
import { chainAliases, isFiller, provinces, wishOf } from './phrase-words.js';

/** @typedef {import('../views/map/text-parts.js').TextPart} TextPart */

/**
 * @typedef {object} Sense
 * @property {number} cost
 * @property {TextPart['kind']} kind
 * @property {string} [name]
 * @property {string[]} [found] a booth has one of them
 * @property {{filter: string, value?: number}} [wish]
 */

const maxWords = 8;
const maxNameWords = 4;
/** The words of booths that a word may stand for. */
const maxAlternatives = 24;
/** The letters of words that may be several, written together. */
const [minJoined, maxJoined] = [4, 24];
/** A slip is not looked for in fewer keys. */
const minKeysWithSlip = 4;
/** As `Cost` of the server's `PhraseReader`. */
const costs = { unknown: 1000, slip: 100, name: 10, words: 16, wish: 6, filler: 3, prefix: 4, blank: 12, form: 2 };

/** The lines by which a booth is found. @param {(string | null | undefined)[]} lines */
export const linesOf = (lines) => lines.map((line) => narrow(line ?? '').toLowerCase()).join('\n');

/** Without blanks, case and width. @param {string} text */
const fold = (text) => narrow(text).toLowerCase().replace(/\s+/g, '');

const isNumber = (word) => /^[\d-]+$/.test(word);

export class PhraseReader {
  /** Those of all words, made when first needed. @type {ReturnType<typeof formsOf>[] | null} */
  #forms = null;

  /** @param {{texts: string[], brands: string[]}} booths `texts`: the lines of each */
  constructor({ texts, brands }) {
    this.texts = texts;
    this.joined = texts.map((text) => text.replaceAll(' ', ''));
    this.words = [...new Set(texts.flatMap((text) => text.split(/[\s,()]+/)))].filter((word) => word !== '');
    this.brands = brands.map((name) => ({ name, folded: fold(name) })).flatMap(({ name, folded: chain }) => {
      const aliases = Object.entries(chainAliases).flatMap(([own, others]) => (chain.startsWith(own) ? others : []));
      return [chain, ...aliases.map(fold)].map((word) => formsOf(word, name));
    });
  }

  get vocabulary() {
    this.#forms ??= this.words.map((word) => formsOf(word, word));
    return this.#forms;
  }

  /**
   * What a text means: its parts, what it asks to filter by, and whether the booth at a position has what it names.
   * @param {string} text
   * @returns {{parts: TextPart[], filter: import('./booth-filter.js').BoothFilter,
   *   matches: (position: number) => boolean}}
   */
  read(text) {
    const typed = narrow(text).slice(0, 100).split(/[\s,·/()[\]"|;]+/).filter((word) => fold(word) !== '')
      .slice(0, maxWords);
    /** @type {{cost: number, parts: (Sense & {text: string})[]}[]} the cheapest readings up to each word */
    const best = [{ cost: 0, parts: [] }];
    const offer = (end, from, parts) => {
      const cost = parts.reduce((sum, part) => sum + part.cost, from.cost);
      if (!best[end] || cost < best[end].cost) best[end] = { cost, parts: [...from.parts, ...parts] };
    };
    typed.forEach((word, start) => {
      for (let end = start + 1; end <= Math.min(typed.length, start + maxNameWords); end += 1) {
        const words = typed.slice(start, end);
        const name = words.join(' ');
        for (const sense of this.senses(words)) offer(end, best[start], [{ text: name, ...sense }]);
      }
      for (const pieces of this.pieces(fold(word))) offer(start + 1, best[start], pieces);
    });
    return this.meaning(best[typed.length].parts);
  }

  /** @param {(Sense & {text: string})[]} senses */
  meaning(senses) {
    const parts = senses.map(({ text, kind, name, wish }) => ({ text, kind, ...(name && { name }), ...wish }));
    const filter = Object.assign({}, ...senses.map(({ wish }) => wish && filterOf(wish)));
    const wanted = senses.flatMap(({ found }) => (found ? [found] : []));
    const isUnknown = senses.some(({ kind }) => kind === 'unknown');
    const matches = (position) => !isUnknown && wanted.every((found) =>
      found.some((word) => has(word, this.texts[position], this.joined[position])));
    return { parts, filter, matches };
  }

  /** What neighbouring words may mean as one. @param {string[]} words @returns {Sense[]} */
  senses(words) {
    const word = fold(words.join(''));
    const blanks = (words.length - 1) * costs.blank;
    const senses = this.known(word, words.join('')).map((sense) => ({ ...sense, cost: sense.cost + blanks }));
    // One word that is written apart costs a little more than several.
    const cost = costs.words * words.length + (words.length > 1 ? 1 : 0);
    if (this.isInBooth(word)) senses.push({ kind: 'words', found: [word], cost });
    if (words.length > 1) {
      const same = senses.length === 0 ? this.likeSounding(word) : [];
      return same.length > 0 ? [...senses, { kind: 'words', found: same, cost }] : senses;
    }
    if (senses.length === 0) senses.push(...this.otherForms(word, words[0]));
    if (senses.length === 0) senses.push(...this.corrections(word));
    return [...senses, { kind: 'unknown', cost: costs.unknown }];
  }

  /** Fillers, wishes, provinces and chains. @param {string} word @param {string} typed @returns {Sense[]} */
  known(word, typed) {
    /** @type {Sense[]} */
    const senses = [];
    const chain = this.chain(word, typed);
    if (chain) senses.push(chain);
    if (isFiller(word) && chain?.cost !== costs.name) senses.push({ kind: 'filler', cost: costs.filler });
    const wish = wishOf(word);
    if (wish) senses.push({ kind: 'filter', wish, cost: costs.wish });
    const province = provinces.get(lettersOf(word) || word);
    if (province) {
      // The beginning of an address, or a word that is written alike: 광주 is a city of 경기, too.
      const found = [...province.beginnings.map((beginning) => `\n${beginning}`), ...(isNumber(word) ? [] : [word])];
      senses.push({ kind: 'region', name: province.name, found, cost: costs.name });
    }
    return senses;
  }

  /** The chain that a word names, or begins. @param {string} word @param {string} typed @returns {Sense | null} */
  chain(word, typed) {
    if (isNumber(word)) return null;
    const forms = typedForms(word, typed);
    let best = null;
    for (const brand of this.brands) {
      const cost = brand.word === word ? 0 : isSame(forms, brand) ? costs.form
        : word.length > 1 && begins(forms, brand) ? costs.prefix : null;
      if (cost !== null && (best === null || cost < best.cost)) best = { brand, cost };
    }
    return best && this.chainSense(best.brand.name, word, costs.name + best.cost);
  }

  chainSense(name, word, cost) {
    return { kind: /** @type {const} */ ('brand'), name, found: [fold(name), ...(this.isInBooth(word) ? [word] : [])],
      cost };
  }

  /** Booths' words that are begun, typed in the other layout, by initial consonants or in Latin letters. */
  otherForms(word, typed) {
    if (isNumber(word)) return [];
    const stem = stemOf(word);
    const forms = typedForms(word, typed);
    const found = stem && this.isInBooth(stem) ? [stem] : this.alternatives((own) => begins(forms, own));
    return found.length === 0
      ? [] : [{ kind: /** @type {const} */ ('words'), found, cost: costs.words + costs.prefix }];
  }

  /** Words that sound like a typed one in Latin letters. */
  likeSounding(word) {
    const sound = soundOf(lettersOf(word));
    return sound.length < 3 ? [] : this.alternatives((own) => own.sounds.includes(sound));
  }

  /** Chains and words that a word is but for one slip. @returns {Sense[]} */
  corrections(word) {
    const keys = keysOf(word);
    if (keys.length < minKeysWithSlip || isNumber(word)) return [];
    const brand = this.brands.find((own) => isWithinOneSlip(keys, own.keys));
    const found = this.alternatives((own) => beginsWithinOneSlip(keys, own.keys));
    return [
      ...(brand ? [this.chainSense(brand.name, word, costs.slip + costs.name)] : []),
      ...(found.length ? [{ kind: /** @type {const} */ ('words'), found, cost: costs.slip + costs.words }] : []),
    ];
  }

  /** @param {(own: ReturnType<typeof formsOf>) => boolean} isWanted */
  alternatives(isWanted) {
    const found = [];
    for (const own of this.vocabulary) {
      if (isWanted(own) && found.push(own.word) === maxAlternatives) break;
    }
    return found;
  }

  isInBooth(word) {
    return this.joined.some((joined, position) => has(word, this.texts[position], joined));
  }

  // MARK: Words written together

  /** A word as several that are surely known: 홍대인생네컷, 강남근처. @param {string} word */
  pieces(word) {
    const isHangul = /[가-힣]/.test(word);
    return isHangul && word.length >= minJoined && word.length <= maxJoined ? this.divisions(word, 2) : [];
  }

  /** @returns {(Sense & {text: string})[][]} */
  divisions(word, depth) {
    const found = [];
    for (let cut = 2; cut < word.length; cut += 1) {
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

  piece(word) {
    const known = this.known(word, word).filter(({ cost }) => cost < costs.name + costs.prefix);
    const found = known.length > 0 ? undefined : [word, stemOf(word) ?? ''].find((name) =>
      name.length > 1 && !isNumber(name) && this.words.some((own) => own.startsWith(name)));
    if (found) known.push({ kind: 'words', found: [found], cost: costs.words });
    const [best] = known.sort((one, other) => one.cost - other.cost);
    return best && { text: word, ...best };
  }
}

/** What an area, a station or a branch is called without its kind: 강남역, 강남구. @param {string} word */
const stemOf = (word) => /^(..+?)(?:입구)?(?:역|동|구|시|군|읍|면|점)$/.exec(word)?.[1];

/**
 * The forms by which a word is compared.
 * @param {string} word
 * @param {string} name the whole name that the word is in
 */
const formsOf = (word, name) => ({
  word, name, keys: keysOf(word), initials: initialsOf(word), sounds: soundsOfKorean(word),
});

function typedForms(word, typed) {
  const isLatin = /^[\x21-\x7e]+$/.test(word);
  const consonants = /^[ㄱ-ㅎ]+$/.test(word);
  return {
    keys: keysOf(word), initials: consonants ? word : '', sound: isLatin ? soundOf(lettersOf(word)) : '',
    otherLayout: isLatin ? keysTyped(typed) : keysOf(word).toLowerCase(),
  };
}

/** Whether a typed word has the same form as another. */
const isSame = (typed, own) => (typed.otherLayout !== '' && typed.otherLayout === own.keys)
  || (typed.initials !== '' && typed.initials === own.initials)
  || (typed.sound.length > 1 && own.sounds.includes(typed.sound));

/** Whether another word begins with a typed one, in some form. */
const begins = (typed, own) => [typed.keys, typed.otherLayout].some((keys) => keys !== '' && own.keys.startsWith(keys))
  || (typed.initials.length > 1 && own.initials.startsWith(typed.initials))
  || (typed.sound.length > 2 && own.sounds.some((sound) => sound.startsWith(typed.sound)));

/** Whether a booth has a word; a number only whole: 111 is not 2111. */
function has(word, line, joined) {
  if (!isNumber(word)) return joined.includes(word);
  for (let at = line.indexOf(word); at >= 0; at = line.indexOf(word, at + 1)) {
    if (!/[\d-]/.test(line[at - 1] ?? '') && !/[\d-]/.test(line[at + word.length] ?? '')) return true;
  }
  return false;
}

/** @param {{filter: string, value?: number}} wish @returns {import('./booth-filter.js').BoothFilter} */
function filterOf({ filter, value }) {
  if (filter === 'open_now') return { open: 'now' };
  if (filter === 'open_all_day') return { open: 'all-day' };
  return filter === 'people' ? { people: value } : { price: value };
}
