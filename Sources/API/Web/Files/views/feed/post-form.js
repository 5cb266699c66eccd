// The form of a post: its fields, which of them its kind has, and what they say.

import { Problem } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { BoothField } from '../../widgets/booth-field.js';
import { field, form } from '../../widgets/form.js';
import { Photos } from './photos-field.js';
import { walls } from './post-card.js';

/** @typedef {import('./post-draft.js').Draft} Draft */

/** What the shop sells. */
const goods = ['album', 'frame'];
/** All kinds of posts. */
export const kinds = [...walls, ...goods];
/** Which kinds ask for a title; what has one keeps it. */
const titled = ['newBooth', 'feed', ...goods];

/** A form that holds a draft. */
export class PostForm {
  /**
   * @param {Draft} draft
   * @param {{signal: AbortSignal, action: string, changed: () => void, submit: () => Promise<void>}} manner
   */
  constructor(draft, { signal, action, changed, submit }) {
    this.photos = new Photos(draft.photos, { signal, changed });
    this.booth = new BoothField(draft.booth, changed);
    this.title = input(draft.title, { type: 'text', maxlength: '200', autocomplete: 'off' });
    this.text = input(draft.text, { rows: '6' }, 'textarea');
    this.people = input(draft.people, { type: 'number', min: '1', max: '20', inputmode: 'numeric' });
    this.price = input(draft.price, { type: 'text', inputmode: 'numeric', autocomplete: 'off' });
    this.titleField = field('title', text('feed.titleLabel'), this.title);
    this.peopleField = field('people', text('feed.peopleLabel'), this.people, text('feed.peopleHint'));
    this.priceField = field('price', text('feed.priceLabel'), this.price);
    this.root = form({
      fields: [this.choice(draft.kind), this.photos.root, this.titleField, field('text', text('feed.textLabel'), this.text, text('feed.textHint')),
        this.peopleField, this.priceField, this.booth.root],
      action, submit,
    });
    this.root.classList.add('post-form');
    this.root.addEventListener('input', changed);
    this.root.addEventListener('change', () => this.suit());
    this.suit();
  }

  choice(chosen) {
    const radio = (kind) => element('label', { class: 'kind' },
      element('input', { type: 'radio', name: 'kind', value: kind, checked: kind === chosen }), element('span', {}, text(`feed.kind.${kind}`)));
    return element('fieldset', { class: 'kinds' }, element('legend', {}, text('feed.kindLabel')),
      element('div', { class: 'kind-row' }, ...walls.map(radio)),
      element('p', { class: 'kind-shop' }, text('feed.kindShop')), element('div', { class: 'kind-row' }, ...goods.map(radio)));
  }

  get kind() {
    return String(new FormData(this.root).get('kind'));
  }

  /** Shows the fields that the kind has. */
  suit() {
    this.titleField.hidden = !titled.includes(this.kind) && !this.title.value;
    this.peopleField.hidden = this.kind !== 'pose';
    this.priceField.hidden = !goods.includes(this.kind);
  }

  /** @returns {Draft} */
  get draft() {
    return {
      kind: this.kind, title: this.title.value, text: this.text.value, price: this.price.value, people: this.people.value,
      booth: this.booth.booth, photos: this.photos.names,
    };
  }

  /**
   * What is sent, once the photos are there. What the server would refuse for sure is refused here.
   * @throws {Problem} with the server's codes
   */
  async content() {
    if (this.booth.isIncomplete) throw refused('booth-unknown', 'booth');
    const isSold = goods.includes(this.kind);
    const [title, words, price] = [this.title.value.trim(), this.text.value.trim(), number(this.price.value)];
    if (isSold && !title) throw refused('title-needed', 'title');
    if (isSold && price === null) throw refused('price-needed', 'price');
    if (isSold && !isWithin(price, 0, 100_000_000)) throw refused('price-out-of-range', 'price');
    const people = this.kind === 'pose' ? number(this.people.value) : null;
    if (people !== null && !isWithin(people, 1, 20)) throw refused('people-out-of-range', 'people');
    if (!title && !words && this.photos.tiles.length === 0) throw refused('post-empty', 'text');
    if (!(await this.photos.sent())) throw refused('photos-unsent', 'photos');
    return {
      kind: this.kind, title: title || null, text: words, price: isSold ? price : null,
      people, booth: this.booth.booth?.id ?? null, photos: this.photos.names,
    };
  }
}

const refused = (code, parameter) => new Problem(400, { code, parameter });

/** A whole number as people write it, with commas or without; null for nothing. */
const number = (written) => {
  const digits = written.replace(/[\s,]/g, '');
  return digits ? Number(digits) : null;
};

const isWithin = (value, least, most) => Number.isInteger(value) && value >= least && value <= most;

function input(value, properties, name = 'input') {
  const made = /** @type {HTMLInputElement} */ (element(name, properties));
  made.value = value;
  return made;
}
