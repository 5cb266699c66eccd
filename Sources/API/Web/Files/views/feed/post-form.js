// The form of a post: its fields by kind, and their values.

import { Problem, maxPhotoBytes } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { feedKinds, goodsKinds } from '../../core/post-kinds.js';
import { text } from '../../core/texts.js';
import { BoothField } from '../../widgets/booth-field.js';
import { field, form } from '../../widgets/form.js';
import { PhotosField } from '../../widgets/photos-field.js';

/** @typedef {import('./post-draft.js').Draft} Draft */

/** The kinds whose form has a title. */
const kindsWithTitle = ['newBooth', 'feed', ...goodsKinds];
const maxPhotos = 5;

export class PostForm {
  /**
   * @param {Draft} draft
   * @param {{signal: AbortSignal, action: string, isSale: boolean, onChange: () => void, submit: () => Promise<void>}}
   *   options `isSale`: only the kinds of goods may be chosen
   */
  constructor(draft, { signal, action, isSale, onChange, submit }) {
    const hint = text('feed.photosHint', { count: maxPhotos, size: maxPhotoBytes / 1_000_000 });
    this.photos = new PhotosField(draft.photos, { maxCount: maxPhotos, hint, signal, onChange });
    this.booth = new BoothField(draft.booth, onChange);
    this.title = input(draft.title, { type: 'text', maxlength: '200', autocomplete: 'off' });
    this.text = input(draft.text, { rows: '6' }, 'textarea');
    this.people = input(draft.people, { type: 'number', min: '1', max: '20', inputmode: 'numeric' });
    this.price = input(draft.price, { type: 'text', inputmode: 'numeric', autocomplete: 'off' });
    this.titleField = field('title', text('feed.titleLabel'), this.title);
    this.peopleField = field('people', text('feed.peopleLabel'), this.people, text('feed.peopleHint'));
    this.priceField = field('price', text('feed.priceLabel'), this.price);
    this.root = form({
      fields: [this.photos.root, this.kindField(draft.kind, isSale), this.titleField,
        field('text', text('feed.textLabel'), this.text, text('feed.textHint')),
        this.peopleField, this.priceField, this.booth.root],
      action, submit,
    });
    this.root.classList.add('post-form');
    this.root.addEventListener('input', onChange);
    this.root.addEventListener('change', () => this.showFieldsOfKind());
    this.showFieldsOfKind();
  }

  kindField(selected, isSale) {
    const radio = (kind) => element('label', { class: 'kind' },
      element('input', { type: 'radio', name: 'kind', value: kind, checked: kind === selected }),
      element('span', {}, text(`feed.kind.${kind}`)));
    return element('fieldset', { class: 'kinds' }, element('legend', {}, text('feed.kindLabel')),
      !isSale && element('div', { class: 'kind-row' }, ...feedKinds.map(radio)),
      !isSale && element('p', { class: 'kind-shop' }, text('feed.kindShop')),
      element('div', { class: 'kind-row' }, ...goodsKinds.map(radio)));
  }

  get kind() {
    return String(new FormData(this.root).get('kind'));
  }

  /** A title that was typed stays visible, whatever the kind. */
  showFieldsOfKind() {
    this.titleField.hidden = !kindsWithTitle.includes(this.kind) && !this.title.value;
    this.peopleField.hidden = this.kind !== 'pose';
    this.priceField.hidden = !goodsKinds.includes(this.kind);
  }

  /** @returns {Draft} */
  get draft() {
    return {
      kind: this.kind, title: this.title.value, text: this.text.value, price: this.price.value,
      people: this.people.value,
      booth: this.booth.booth, photos: this.photos.names,
    };
  }

  /**
   * The request body, once the photos are uploaded. Input that the server would certainly reject is rejected here.
   * @throws {Problem} with the server's codes
   */
  async content() {
    if (this.booth.isIncomplete) throw refusal('booth-unknown', 'booth');
    const isGoods = goodsKinds.includes(this.kind);
    const [title, written, price] = [this.title.value.trim(), this.text.value.trim(), parseNumber(this.price.value)];
    if (isGoods && !title) throw refusal('title-needed', 'title');
    if (isGoods && price === null) throw refusal('price-needed', 'price');
    if (isGoods && !isIntegerIn(price, 0, 100_000_000)) throw refusal('price-out-of-range', 'price');
    const people = this.kind === 'pose' ? parseNumber(this.people.value) : null;
    if (people !== null && !isIntegerIn(people, 1, 20)) throw refusal('people-out-of-range', 'people');
    if (!title && !written && this.photos.tiles.length === 0) throw refusal('post-empty', 'text');
    if (!(await this.photos.allSent())) throw refusal('photos-unsent', 'photos');
    return {
      kind: this.kind, title: title || null, text: written, price: isGoods ? price : null,
      people, booth: this.booth.booth?.id ?? null, photos: this.photos.names,
    };
  }
}

const refusal = (code, parameter) => new Problem(400, { code, parameter });

/** A number, with commas or without; null for an empty text. */
const parseNumber = (written) => {
  const digits = written.replace(/[\s,]/g, '');
  return digits ? Number(digits) : null;
};

const isIntegerIn = (value, min, max) => Number.isInteger(value) && value >= min && value <= max;

function input(value, properties, name = 'input') {
  const made = /** @type {HTMLInputElement} */ (element(name, properties));
  made.value = value;
  return made;
}
