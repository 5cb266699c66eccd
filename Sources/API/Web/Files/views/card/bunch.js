// The bunch of ten as a drawing, and in words.

import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';

const space = 'http://www.w3.org/2000/svg';
const most = 10;
/** Four, three, two and one. */
const places = [4, 3, 2, 1].flatMap((length, row) =>
  Array.from({ length }, (_, column) => ({ x: 24 + row * 19 + column * 38, y: 62 + row * 33 })));

/** A drawing of a bunch. */
export class Bunch {
  constructor() {
    this.grapes = places.map(({ x, y }) => drawn('g', { class: 'grape' },
      drawn('circle', { cx: x, cy: y, r: 17.5 }), drawn('ellipse', { class: 'shine', cx: x - 6, cy: y - 7, rx: 4, ry: 2.6 })));
    this.root = drawn('svg', { class: 'bunch-drawing', viewBox: '0 0 162 184', role: 'img' },
      drawn('path', { class: 'stem', d: 'M81 46C80 30 84 18 96 8' }),
      drawn('path', { class: 'leaf', d: 'M84 30c8-16 26-20 44-14-6 16-24 24-44 14Z' }),
      ...this.grapes);
    this.fill = -1;
  }

  /** @param {{fill: number, has_grape: boolean}} card */
  show({ fill, has_grape: hasGrape }) {
    const gained = this.fill >= 0 && fill > this.fill;
    this.grapes.forEach((grape, index) => {
      const kinds = ['grape'];
      if (index < fill) kinds.push('is-full');
      if (hasGrape && index === fill - 1) kinds.push('is-today');
      if (gained && index === fill - 1) kinds.push('is-new');
      if (!hasGrape && index === fill) kinds.push('is-next');
      grape.setAttribute('class', kinds.join(' '));
    });
    this.fill = fill;
    this.root.setAttribute('aria-label', `${text('card.fill', { fill, most })} ${text(hasGrape ? 'card.todayHas' : 'card.todayNot')}`);
  }
}

/** What the card has come to: the bunch, how far it is, what today still needs. */
export class BunchPart {
  /** @param {import('./card-store.js').Plan} plan */
  constructor(plan) {
    this.plan = plan;
    this.bunch = new Bunch();
    this.number = element('p', { class: 'bunch-number', 'aria-hidden': 'true' });
    this.sentence = element('p', { class: 'bunch-sentence', role: 'status' });
    this.words = element('div', { class: 'bunch-words' }, this.number, this.sentence);
    this.root = element('section', { class: 'bunch-part', 'aria-label': text('card.bunch') }, this.bunch.root, this.words);
  }

  show() {
    const { card } = this.plan;
    this.bunch.show(card);
    this.number.replaceChildren(element('b', {}, String(card.fill)), ` / ${most}`);
    const words = today(card, this.plan.tally(card.today));
    // Only what changes: a screen reader reads out each change.
    if (this.sentence.textContent !== words) this.sentence.textContent = words;
  }
}

function today(card, tally) {
  if (card.has_grape) return text(card.fill === most ? 'card.bunchFull' : 'card.gotGrape');
  if (!tally) return text('card.todayNot');
  if (tally.todos === 0) return text('card.nothingToday');
  return text('card.leftToday', { count: tally.todos - tally.done });
}

function drawn(name, properties, ...children) {
  const made = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(properties)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}
