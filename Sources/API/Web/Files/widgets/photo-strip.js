// The photos of a post: one, or several with swiping, buttons and arrow keys.

import { memberPhotoAddress } from '../core/api.js';
import { element } from '../core/dom.js';
import { goodsKinds } from '../core/post-kinds.js';
import { member } from '../core/session.js';
import { text } from '../core/texts.js';
import { icon } from './icon.js';
import { isPicture, loadFirst, photo } from './photo.js';

/** The tallest frame, as width by height: strips are taller, and are shown whole in it. */
const minRatio = 2 / 3;
/** The widest that the column of posts is, in pixels. */
const columnWidth = 640;

/**
 * @typedef {{id: string, kind: string, title?: string | null, text?: string, author: {nickname: string},
 *   photos: string[], photo_sizes?: ({width: number, height: number} | null)[]}} Post
 */

/**
 * @param {Post} post
 * @param {{isWhole?: boolean, isFirst?: boolean}} options `isWhole`: photos open the viewer, as on the post's own page;
 *   otherwise they link to the post. `isFirst`: it is in view at once
 */
export function photoStrip(post, { isWhole = false, isFirst = false } = {}) {
  const { photos } = post;
  if (photos.length === 0) return null;
  const ratio = frameRatio(post);
  const slides = photos.map((name, index) => slide(post, index, { ratio, isWhole, isFirst: isFirst && index === 0 }));
  const root = element('div', { class: `strip${isWhole ? ' is-whole' : ''}` });
  // Known before the photos are loaded: nothing moves when they come.
  root.style.setProperty('--ratio', String(ratio));
  if (photos.length === 1) root.append(element('div', { class: 'shots' }, ...slides));
  else root.append(...carousel(slides));
  return root;
}

/** The ratio of the frame in which each photo is shown whole: that of the tallest. @param {Post} post */
function frameRatio(post) {
  const ratios = (post.photo_sizes ?? []).filter((size) => size !== null).map(({ width, height }) => width / height);
  return Math.max(minRatio, Math.min(...ratios.length > 0 ? ratios : [minRatio]));
}

function slide(post, index, { ratio, isWhole, isFirst }) {
  const name = post.photos[index];
  if (!isPicture(name)) {
    return element('a', { class: 'shot document', href: `/api/photos/${name}`, download: true }, text('feed.document'));
  }
  // Goods are shown in low resolution to those who have not bought them.
  const isOfMember = goodsKinds.includes(post.kind) && member() !== null;
  const size = post.photo_sizes?.[index];
  const part = Math.min(1, (size ? size.width / size.height : ratio) / ratio);
  const sizes = `(min-width: ${columnWidth}px) ${Math.ceil(columnWidth * part)}px, ${Math.ceil(100 * part)}vw`;
  const image = photo(name, 960, photoText(post, index), isOfMember ? undefined : sizes);
  if (isFirst) loadFirst(image);
  if (isOfMember) showAsMember(image, name);
  // The time of the post is a link as well: one is enough for the keyboard.
  if (!isWhole) return element('a', { class: 'shot', href: `/app/posts/${post.id}`, tabindex: '-1' }, image);
  return element('button', {
    type: 'button', class: 'shot', 'aria-haspopup': 'dialog', onclick: () => openViewer(post, name),
  }, image);
}

/** The viewer is loaded when it is first needed. */
async function openViewer(post, name) {
  const photos = viewerPhotos(post);
  const { openPhotoViewer } = await import('./photo-viewer.js');
  openPhotoViewer(photos, photos.findIndex((it) => it.name === name));
}

/** @param {Post} post @returns {import('./photo-viewer.js').ViewerPhoto[]} */
const viewerPhotos = (post) => post.photos.map((name, index) => ({
  name, alt: photoText(post, index), isSold: goodsKinds.includes(post.kind), size: post.photo_sizes?.[index] ?? null,
})).filter(({ name }) => isPicture(name));

/** What a photo is, for those who do not see it: whose, which of how many, and the beginning of what is said to it. */
function photoText(post, index) {
  const about = { name: post.author.nickname, number: index + 1, count: post.photos.length };
  const label = text(post.photos.length === 1 ? 'feed.photo' : 'feed.photoOf', about);
  const words = [...(post.title || post.text || '').replace(/\s+/g, ' ').trim()].slice(0, 80).join('');
  return words ? `${label}: ${words}` : label;
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
