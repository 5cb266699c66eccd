// Photos and avatars.

import { element } from '../core/dom.js';

/**
 * A photo by its name.
 * @param {320 | 960} width
 * @param {string} alt
 * @param {string} [sizes] how wide it is shown, as of an `img`: then the browser takes the smallest form that will do
 */
export function photo(name, width, alt, sizes = undefined) {
  const address = (pixels) => `/api/photos/${name}?width=${pixels}`;
  const image = /** @type {HTMLImageElement} */ (element('img', {
    // Before the addresses, so that they are not requested first.
    loading: 'lazy', decoding: 'async', sizes, srcset: sizes && `${address(320)} 320w, ${address(960)} 960w`,
    src: address(width), alt, class: 'photo',
  }));
  image.addEventListener('error', () => image.classList.add('is-missing'));
  return image;
}

/** Has a photo that is in view at once loaded before others. @param {HTMLImageElement} image */
export const loadFirst = (image) => Object.assign(image, { loading: 'eager', fetchPriority: 'high' });

/** How long such a photo has the network for itself, in milliseconds. */
const firstPhotoTime = 1_000;

/** Resolves once the photo of an element that is loaded first is there, or has had its time. @param {Element} root */
export function firstPhotoLoaded(root) {
  const image = root.querySelector('img[loading="eager"]');
  if (!image) return Promise.resolve();
  return new Promise((resolve) => {
    for (const name of ['load', 'error']) image.addEventListener(name, () => resolve(), { once: true });
    setTimeout(resolve, firstPhotoTime);
  });
}

/** Whether an upload is a picture: posts of old clients may contain documents, which have no smaller versions. */
export const isPicture = (name) => !name.endsWith('.pdf');

/** A person's picture, or the first letter of the nickname. @param {{nickname: string, photo: string | null}} person */
export function avatar(person) {
  const face = element('span', { class: 'avatar', 'aria-hidden': 'true' });
  if (person.photo) face.append(photo(person.photo, 320, ''));
  else face.append([...person.nickname][0] ?? '?');
  return face;
}
