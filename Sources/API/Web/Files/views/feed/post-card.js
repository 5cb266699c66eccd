// A post as lists show it, and as its own page does.

import { element } from '../../core/dom.js';
import { formatAge, formatDate, formatWon, text } from '../../core/texts.js';
import { linkHashtags } from '../../widgets/hashtags.js';
import { icon } from '../../widgets/icon.js';
import { photoStrip } from '../../widgets/photo-strip.js';
import { avatar } from '../../widgets/photo.js';
import { likeButton } from './like-button.js';

/** The kinds of posts that are told; the goods of the shop are the other ones. */
export const walls = ['pose', 'background', 'newBooth', 'photo', 'feed'];

/**
 * A post: whose it is, its photos and words, and what one can do with it.
 * @param {any} post as the server tells it
 * @param {{signal: AbortSignal, isWhole?: boolean, menu?: Node | null, acts?: Node[]}} manner `isWhole`: as its own page
 *   shows it, uncut; `menu` and `acts`: what more one can do
 */
export function postCard(post, { signal, isWhole = false, menu = null, acts = [] }) {
  const { title } = post;
  return element('article', { class: 'card', 'aria-label': cardName(post) },
    head(post, menu), photoStrip(post, isWhole),
    element('div', { class: 'card-body' },
      title && element('h3', { class: 'card-title' }, isWhole ? title : element('a', { href: `/app/posts/${post.id}` }, title)),
      message(post, isWhole), facts(post)),
    element('div', { class: 'card-acts' }, likeButton(post, signal), isWhole ? null : comments(post), ...acts));
}

/** A post in a few words. */
export const cardName = (post) => text('feed.card', { name: post.author.nickname, kind: kindName(post) });

const kindName = (post) => text(`feed.kind.${post.kind}`);

/** A moment, as long ago as it is; the day itself for those who point at it. */
export function moment(at, updated = null) {
  return element('time', { datetime: at, title: formatDate(at) }, formatAge(at), updated && ` · ${text('feed.edited')}`);
}

function head(post, menu) {
  const { author } = post;
  return element('header', { class: 'card-head' },
    element('a', { class: 'card-author', href: `/app/people/${author.id}` }, avatar(author), element('b', {}, author.nickname)),
    element('a', { class: 'card-moment', href: `/app/posts/${post.id}` }, moment(post.created_at, post.updated_at)),
    element('span', { class: 'card-kind' }, kindName(post)), menu);
}

function message(post, isWhole) {
  if (!post.text.trim()) return null;
  const shown = isWhole ? post.text : beginning(post.text);
  return element('p', { class: 'card-words' }, ...linkHashtags(shown),
    shown !== post.text && element('a', { class: 'card-more', href: `/app/posts/${post.id}` }, text('feed.goOn')));
}

function facts({ people, price, booth }) {
  const all = [
    price !== null && element('li', { class: 'card-price' }, formatWon(price)),
    people !== null && element('li', {}, icon('person'), text('feed.people', { count: people })),
    booth && element('li', {}, element('a', { href: `/?booth=${booth.id}` }, icon('map'), booth.name ?? text('feed.booth'))),
  ].filter(Boolean);
  return all.length > 0 && element('ul', { class: 'card-facts' }, ...all);
}

function comments(post) {
  const label = text('feed.comments', { count: post.comment_count });
  return element('a', { class: 'card-act', href: `/app/posts/${post.id}`, 'aria-label': label },
    icon('comment'), element('span', {}, String(post.comment_count)));
}

/**
 * The beginning of a long text, cut between words; the text itself where it is short.
 * @param {string} written
 */
function beginning(written, most = 220, mostLines = 6) {
  const lines = written.split('\n').slice(0, mostLines).join('\n');
  if (lines.length <= most) return lines;
  const cut = lines.slice(0, most);
  const blank = cut.search(/\s\S*$/u);
  // A surrogate pair is not torn apart.
  return (blank > most / 2 ? cut.slice(0, blank) : cut.replace(/[\uD800-\uDBFF]$/, '')).trimEnd();
}
