// A post, as the feed and its own page show it.

import { element } from '../../core/dom.js';
import { boothName, formatAge, formatDate, formatWon, text } from '../../core/texts.js';
import { linkHashtags } from '../../widgets/hashtags.js';
import { icon } from '../../widgets/icon.js';
import { photoStrip } from '../../widgets/photo-strip.js';
import { avatar } from '../../widgets/photo.js';
import { likeButton } from './like-button.js';

/**
 * @param {any} post as the server sends it
 * @param {{signal: AbortSignal, isWhole?: boolean, isFirst?: boolean, menu?: Node | null, actions?: Node[]}} options
 *   `isWhole`: not shortened, as on its own page; `isFirst`: in view at once; `menu` and `actions`: further buttons
 */
export function postCard(post, { signal, isWhole = false, isFirst = isWhole, menu = null, actions = [] }) {
  const { title } = post;
  return element('article', { class: 'card', 'aria-label': cardLabel(post) },
    head(post, menu), photoStrip(post, { isWhole, isFirst }),
    element('div', { class: 'card-body' },
      title && element('h3', { class: 'card-title' },
        isWhole ? title : element('a', { href: `/app/posts/${post.id}` }, title)),
      postText(post, isWhole), facts(post)),
    element('div', { class: 'card-buttons' }, likeButton(post, signal), isWhole ? null : commentsLink(post),
      ...actions));
}

/** The kind and the author of a post. */
export const cardLabel = (post) => text('feed.card', { name: post.author.nickname, kind: kindName(post) });

const kindName = (post) => text(`feed.kind.${post.kind}`);

/** How long ago something was, with its date as a tooltip. */
export function relativeTime(createdAt, updatedAt = null) {
  return element('time', { datetime: createdAt, title: formatDate(createdAt) }, formatAge(createdAt),
    updatedAt && ` · ${text('feed.edited')}`);
}

function head(post, menu) {
  const { author } = post;
  return element('header', { class: 'card-head' },
    element('a', { class: 'card-author', href: `/app/people/${author.id}` }, avatar(author),
      element('b', {}, author.nickname)),
    element('a', { class: 'card-time', href: `/app/posts/${post.id}` }, relativeTime(post.created_at, post.updated_at)),
    element('span', { class: 'card-kind' }, kindName(post)), menu);
}

function postText(post, isWhole) {
  if (!post.text.trim()) return null;
  const shown = isWhole ? post.text : beginning(post.text);
  return element('p', { class: 'card-words' }, ...linkHashtags(shown),
    shown !== post.text && element('a', { class: 'card-more', href: `/app/posts/${post.id}` }, text('feed.readMore')));
}

function facts({ people, price, booth }) {
  const all = [
    price !== null && element('li', { class: 'card-price' }, formatWon(price)),
    people !== null && element('li', {}, icon('person'), text('feed.people', { count: people })),
    booth && element('li', {},
      element('a', { href: `/booths/${booth.id}` }, icon('map'), boothName(booth) ?? text('feed.booth'))),
  ].filter(Boolean);
  return all.length > 0 && element('ul', { class: 'card-facts' }, ...all);
}

function commentsLink(post) {
  const label = text('feed.comments', { count: post.comment_count });
  return element('a', { class: 'card-button', href: `/app/posts/${post.id}`, 'aria-label': label },
    icon('comment'), element('span', {}, String(post.comment_count)));
}

/** The beginning of a long text, cut between words; a short text as it is. @param {string} written */
function beginning(written, maxLength = 220, maxLines = 6) {
  const lines = written.split('\n').slice(0, maxLines).join('\n');
  if (lines.length <= maxLength) return lines;
  const cut = lines.slice(0, maxLength);
  const blank = cut.search(/\s\S*$/u);
  // A surrogate pair stays whole.
  return (blank > maxLength / 2 ? cut.slice(0, blank) : cut.replace(/[\uD800-\uDBFF]$/, '')).trimEnd();
}
