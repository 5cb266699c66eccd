// /app/posts/{id}: a post with its comments; /app/posts/new and /app/posts/{id}/edit: the editor.

import { Problem, get, send } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { go, loginAddress } from '../../core/navigation.js';
import { member } from '../../core/session.js';
import { text } from '../../core/texts.js';
import { isConfirmed } from '../../widgets/dialog.js';
import { icon, iconButton } from '../../widgets/icon.js';
import { openMenu } from '../../widgets/menu.js';
import { notify, whileBusy } from '../../widgets/notice.js';
import { removeCachedPosts, updateCachedPost } from '../../widgets/post-list-cache.js';
import { comments } from './comments.js';
import { cardLabel, postCard } from './post-card.js';
import { openReportDialog } from './report-dialog.js';
import { shareButton } from '../../widgets/share-button.js';

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, visit) {
  const [id, action] = visit.path;
  if (!id) return go('/app/feed', true);
  if (id !== 'new' && action !== 'edit') return showPost(root, id, visit);
  if (!member()) return go(loginAddress(), true);
  const { showEditor } = await import('./post-editor.js');
  return showEditor(root, visit, id === 'new' ? null : await get(`/api/posts/${id}`, {}, visit.signal));
}

async function showPost(root, id, { signal, setTitle }) {
  const ghost = element('div', { class: 'card-ghost', 'aria-hidden': 'true' });
  root.append(backLink(), ghost);
  try {
    const post = await get(`/api/posts/${encodeURIComponent(id)}`, {}, signal);
    updateCachedPost(id, post);
    const name = post.title ?? cardLabel(post);
    setTitle(name);
    const button = iconButton('more', text('feed.menu'), () => whileBusy(button, () => openPostMenu(post)));
    root.append(element('h2', { class: 'unseen' }, cardLabel(post)),
      postCard(post, { signal, isWhole: true, menu: button, actions: actions(post, name) }),
      comments(post, signal));
  } catch (failure) {
    // 400 for an identifier that is not valid.
    if (!(failure instanceof Problem) || ![400, 404].includes(failure.status)) throw failure;
    setTitle(text('feed.notFound'));
    root.append(element('h2', {}, text('feed.notFound')), element('p', {}, text('error.missing')));
  } finally {
    ghost.remove();
  }
}

/** Sharing; goods also have a link to the shop, where they are bought. */
const actions = ({ id, price }, name) => [
  shareButton(name, `/app/posts/${id}`),
  price !== null && element('a', { class: 'card-button', href: `/app/shop/${id}` }, icon('shop'), text('feed.toShop')),
].filter(Boolean);

/** A link to the feed. After coming from there it goes back in the history, to the unchanged list. */
function backLink() {
  return element('a', { class: 'feed-back', href: '/app/feed', onclick: (event) => {
    const { currentEntry, entries } = /** @type {any} */ (window).navigation ?? {};
    const before = currentEntry && entries.call(window['navigation'])[currentEntry.index - 1];
    if (!before?.url || new URL(before.url).pathname !== '/app/feed') return;
    event.preventDefault();
    history.back();
  } }, text('feed.title'));
}

async function openPostMenu(post) {
  const isOwn = post.author.id === member()?.id;
  const action = await openMenu(text('feed.menu'), isOwn ? [
    { name: 'edit', label: text('edit'), icon: 'edit' },
    { name: 'remove', label: text('remove'), icon: 'trash', isDanger: true },
  ] : [
    { name: 'report', label: text('feed.report'), icon: 'flag' },
    { name: 'block', label: text('feed.block', { name: post.author.nickname }), icon: 'block', isDanger: true },
  ]);
  const handlers = { edit: () => go(`/app/posts/${post.id}/edit`), remove, report: () => openReportDialog({ post }),
    block };
  if (action) await handlers[action](post);
}

async function remove(post) {
  if (!(await isConfirmed(text('feed.removeTitle'), text('feed.removeWords'), text('remove')))) return;
  await send('DELETE', `/api/posts/${post.id}`);
  removeCachedPosts(({ id }) => id === post.id);
  notify(text('feed.removed'));
  await go('/app/feed', true);
}

async function block({ author }) {
  if (!member()) return go(loginAddress());
  const values = { name: author.nickname };
  if (!(await isConfirmed(text('feed.block', values), text('feed.blockWords', values), text('feed.blockAction')))) {
    return undefined;
  }
  await send('PUT', `/api/accounts/${author.id}/block`);
  removeCachedPosts((post) => post.author.id === author.id);
  notify(text('feed.blocked', values));
  return go('/app/feed', true);
}
