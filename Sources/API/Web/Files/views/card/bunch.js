// The bunch of grapes, as a drawing and in words.

import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';

const svgNamespace = 'http://www.w3.org/2000/svg';
const size = 10;
/** The centers of the grapes, in rows of four, three, two and one. */
const centers = [4, 3, 2, 1].flatMap((length, row) =>
  Array.from({ length }, (_, column) => ({ x: 24 + row * 19 + column * 38, y: 62 + row * 33 })));

export class BunchDrawing {
  constructor() {
    this.grapes = centers.map(({ x, y }) => svg('g', { class: 'grape' },
      svg('circle', { cx: x, cy: y, r: 17.5 }),
      svg('ellipse', { class: 'shine', cx: x - 6, cy: y - 7, rx: 4, ry: 2.6 })));
    this.root = svg('svg', { class: 'bunch-drawing', viewBox: '0 0 162 184', role: 'img' },
      svg('path', { class: 'stem', d: 'M81 46C80 30 84 18 96 8' }),
      svg('path', { class: 'leaf', d: 'M84 30c8-16 26-20 44-14-6 16-24 24-44 14Z' }),
      ...this.grapes);
    this.fill = -1;
  }

  /** @param {{fill: number, has_grape: boolean}} card */
  show({ fill, has_grape: hasGrape }) {
    const hasGained = this.fill >= 0 && fill > this.fill;
    this.grapes.forEach((grape, index) => {
      const kinds = ['grape'];
      if (index < fill) kinds.push('is-full');
      if (hasGrape && index === fill - 1) kinds.push('is-today');
      if (hasGained && index === fill - 1) kinds.push('is-new');
      if (!hasGrape && index === fill) kinds.push('is-next');
      grape.setAttribute('class', kinds.join(' '));
    });
    this.fill = fill;
    this.root.setAttribute('aria-label',
      `${text('card.fill', { fill, size })} ${text(hasGrape ? 'card.todayHas' : 'card.todayNot')}`);
  }
}

/** The section of the current bunch: the drawing, how full it is, and what today's grape still needs. */
export class BunchSection {
  /** @param {import('./card-store.js').CardStore} store */
  constructor(store) {
    this.store = store;
    this.drawing = new BunchDrawing();
    this.number = element('p', { class: 'bunch-number', 'aria-hidden': 'true' });
    this.status = element('p', { class: 'bunch-status', role: 'status' });
    this.words = element('div', { class: 'bunch-words' }, this.number, this.status);
    this.root = element('section', { class: 'bunch-part', 'aria-label': text('card.bunch') }, this.drawing.root,
      this.words);
  }

  show() {
    const { card } = this.store;
    this.drawing.show(card);
    this.number.replaceChildren(element('b', {}, String(card.fill)), ` / ${size}`);
    const words = statusOfToday(card, this.store.progress(card.today));
    // Only changed text: a screen reader reads out each change.
    if (this.status.textContent !== words) this.status.textContent = words;
  }
}

function statusOfToday(card, progress) {
  if (card.has_grape) return text(card.fill === size ? 'card.bunchFull' : 'card.gotGrape');
  if (!progress) return text('card.todayNot');
  if (progress.todos === 0) return text('card.nothingToday');
  return text('card.leftToday', { count: progress.todos - progress.done });
}

function svg(name, properties, ...children) {
  const made = document.createElementNS(svgNamespace, name);
  for (const [key, value] of Object.entries(properties)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}
