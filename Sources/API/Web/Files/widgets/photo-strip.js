// The photos of a post: one, or several to swipe, to step through by buttons, or by the arrow keys.

import { member, ownPhoto } from '../core/api.js';
import { element } from '../core/dom.js';
import { text } from '../core/texts.js';
import { icon, photo } from './ui.js';

/**
 * @param {{id: string, kind: string, author: {nickname: string}, photos: string[]}} post
 * @param {boolean} isWhole photos are shown uncut and lead nowhere; else they are cut and lead to the post
 */
export function strip(post, isWhole) {
  const { photos } = post;
  if (photos.length === 0) return null;
  const shots = photos.map((name, index) => shot(post, name, index, isWhole));
  const root = element('div', { class: `strip${isWhole ? ' is-whole' : ''}` });
  if (photos.length === 1) root.append(element('div', { class: 'shots' }, ...shots));
  else root.append(...several(shots));
  return root;
}

function shot(post, name, index, isWhole) {
  // Posts of old applications may hold documents, which have no smaller forms.
  if (name.endsWith('.pdf')) {
    return element('a', { class: 'shot document', href: `/api/photos/${name}`, download: true }, text('feed.document'));
  }
  const about = { name: post.author.nickname, number: index + 1, count: post.photos.length };
  const image = photo(name, 960, text(post.photos.length === 1 ? 'feed.photo' : 'feed.photoOf', about));
  // What is sold is shown small to those who have not bought it.
  if ((post.kind === 'album' || post.kind === 'frame') && member()) showOwn(image, name);
  if (isWhole) return element('div', { class: 'shot' }, image);
  // The moment of the post leads there as well: for the keyboard one way is enough.
  return element('a', { class: 'shot', href: `/app/posts/${post.id}`, tabindex: '-1' }, image);
}

/** @param {HTMLImageElement} image @param {string} name */
async function showOwn(image, name) {
  const address = await ownPhoto(name);
  if (!address) return;
  image.addEventListener('load', () => URL.revokeObjectURL(address), { once: true });
  image.src = address;
}

function several(shots) {
  const row = element('div', {
    class: 'shots', tabindex: '0', role: 'group', 'aria-label': text('feed.photos', { count: shots.length }),
  }, ...shots);
  const place = element('span', { class: 'strip-place', 'aria-hidden': 'true' });
  // Where it is going: pressing again on the way goes on from there.
  let goal = 0;
  const step = (by) => {
    goal = Math.min(shots.length - 1, Math.max(0, goal + by));
    row.scrollTo({ left: goal * row.clientWidth });
  };
  const button = (by, name) => element('button', {
    type: 'button', class: `strip-step is-${name}`, tabindex: '-1', 'aria-label': text(`feed.${name}`), onclick: () => step(by),
  }, icon('back'));
  const [previous, next] = [button(-1, 'previous'), button(1, 'next')];
  const at = () => Math.round(row.scrollLeft / Math.max(1, row.clientWidth));
  const tell = () => {
    place.textContent = `${at() + 1}/${shots.length}`;
    previous.hidden = at() <= 0;
    next.hidden = at() >= shots.length - 1;
  };
  row.addEventListener('scroll', tell, { passive: true });
  row.addEventListener('scrollend', () => { goal = at(); });
  row.addEventListener('keydown', (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    step(by);
  });
  tell();
  return [row, place, previous, next];
}
