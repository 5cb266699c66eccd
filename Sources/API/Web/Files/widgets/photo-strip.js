// The photos of a post: one, or several with swiping, buttons and arrow keys.

import { memberPhotoAddress } from '../core/api.js';
import { element } from '../core/dom.js';
import { goodsKinds } from '../core/post-kinds.js';
import { member } from '../core/session.js';
import { text } from '../core/texts.js';
import { icon } from './icon.js';
import { isPicture, photo } from './photo.js';

/**
 * @param {{id: string, kind: string, author: {nickname: string}, photos: string[]}} post
 * @param {boolean} isWhole photos are shown uncropped and are no links; otherwise they are cropped and link to the post
 */
export function photoStrip(post, isWhole) {
  const { photos } = post;
  if (photos.length === 0) return null;
  const slides = photos.map((name, index) => slide(post, name, index, isWhole));
  const root = element('div', { class: `strip${isWhole ? ' is-whole' : ''}` });
  if (photos.length === 1) root.append(element('div', { class: 'shots' }, ...slides));
  else root.append(...carousel(slides));
  return root;
}

function slide(post, name, index, isWhole) {
  if (!isPicture(name)) {
    return element('a', { class: 'shot document', href: `/api/photos/${name}`, download: true }, text('feed.document'));
  }
  const about = { name: post.author.nickname, number: index + 1, count: post.photos.length };
  const image = photo(name, 960, text(post.photos.length === 1 ? 'feed.photo' : 'feed.photoOf', about));
  // Goods are shown in low resolution to those who have not bought them.
  if (goodsKinds.includes(post.kind) && member()) showAsMember(image, name);
  if (isWhole) return element('div', { class: 'shot' }, image);
  // The time of the post is a link as well: one is enough for the keyboard.
  return element('a', { class: 'shot', href: `/app/posts/${post.id}`, tabindex: '-1' }, image);
}

/** @param {HTMLImageElement} image @param {string} name */
async function showAsMember(image, name) {
  const address = await memberPhotoAddress(name);
  if (!address) return;
  image.addEventListener('load', () => URL.revokeObjectURL(address), { once: true });
  image.src = address;
}

function carousel(slides) {
  const row = element('div', {
    class: 'shots', tabindex: '0', role: 'group', 'aria-label': text('feed.photos', { count: slides.length }),
  }, ...slides);
  const position = element('span', { class: 'strip-position', 'aria-hidden': 'true' });
  // The target of the scrolling: pressing again while it scrolls goes on from there.
  let target = 0;
  const step = (by) => {
    target = Math.min(slides.length - 1, Math.max(0, target + by));
    row.scrollTo({ left: target * row.clientWidth });
  };
  const button = (by, name) => element('button', {
    type: 'button', class: `strip-step is-${name}`, tabindex: '-1', 'aria-label': text(`feed.${name}`),
    onclick: () => step(by),
  }, icon('back'));
  const [previous, next] = [button(-1, 'previous'), button(1, 'next')];
  const index = () => Math.round(row.scrollLeft / Math.max(1, row.clientWidth));
  const show = () => {
    position.textContent = `${index() + 1}/${slides.length}`;
    previous.hidden = index() <= 0;
    next.hidden = index() >= slides.length - 1;
  };
  row.addEventListener('scroll', show, { passive: true });
  row.addEventListener('scrollend', () => { target = index(); });
  row.addEventListener('keydown', (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    step(by);
  });
  show();
  return [row, position, previous, next];
}
