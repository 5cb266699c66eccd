// One post whole; making one, and changing one.

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
import { cardName, postCard } from './post-card.js';
import { report } from './report-dialog.js';
import { shareButton } from './share-button.js';

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, visit) {
  const [id, act] = visit.path;
  if (!id) return go('/app/feed', true);
  if (id !== 'new' && act !== 'edit') return showPost(root, id, visit);
  if (!member()) return go(loginAddress(), true);
  const { showEditor } = await import('./post-editor.js');
  return showEditor(root, visit, id === 'new' ? null : await get(`/api/posts/${id}`, {}, visit.signal));
}

async function showPost(root, id, { signal, setTitle }) {
  const ghost = element('div', { class: 'card-ghost', 'aria-hidden': 'true' });
  root.append(back(), ghost);
  try {
    const post = await get(`/api/posts/${encodeURIComponent(id)}`, {}, signal);
    updateCachedPost(id, post);
    const name = post.title ?? cardName(post);
    setTitle(name);
    const button = iconButton('more', text('feed.menu'), () => whileBusy(button, () => menu(post)));
    root.append(element('h2', { class: 'unseen' }, cardName(post)),
      postCard(post, { signal, isWhole: true, menu: button, acts: acts(post, name) }),
      comments(post, signal));
  } catch (failure) {
    // An identifier that is none names no post either.
    if (!(failure instanceof Problem) || ![400, 404].includes(failure.status)) throw failure;
    setTitle(text('feed.gone'));
    root.append(element('h2', {}, text('feed.gone')), element('p', {}, text('error.missing')));
  } finally {
    ghost.remove();
  }
}

/** Goods are bought in the shop. */
const acts = ({ id, price }, name) => [
  shareButton(name, `/app/posts/${id}`),
  price !== null && element('a', { class: 'card-act', href: `/app/shop/${id}` }, icon('shop'), text('feed.toShop')),
].filter(Boolean);

/** Back to the list from which one came, as it was left; for those who came from elsewhere, to the list. */
function back() {
  return element('a', { class: 'feed-back', href: '/app/feed', onclick: (event) => {
    const { currentEntry, entries } = /** @type {any} */ (window).navigation ?? {};
    const before = currentEntry && entries.call(window['navigation'])[currentEntry.index - 1];
    if (!before?.url || new URL(before.url).pathname !== '/app/feed') return;
    event.preventDefault();
    history.back();
  } }, text('feed.title'));
}

async function menu(post) {
  const isOwn = post.author.id === member()?.id;
  const choice = await openMenu(text('feed.menu'), isOwn ? [
    { name: 'edit', label: text('edit'), icon: 'edit' },
    { name: 'remove', label: text('remove'), icon: 'trash', isDanger: true },
  ] : [
    { name: 'report', label: text('feed.report'), icon: 'flag' },
    { name: 'block', label: text('feed.block', { name: post.author.nickname }), icon: 'block', isDanger: true },
  ]);
  const acts = { edit: () => go(`/app/posts/${post.id}/edit`), remove, report: () => report({ post }), block };
  if (choice) await acts[choice](post);
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
  const about = { name: author.nickname };
  if (!(await isConfirmed(text('feed.block', about), text('feed.blockWords', about), text('feed.blockAct')))) return undefined;
  await send('PUT', `/api/accounts/${author.id}/block`);
  removeCachedPosts((post) => post.author.id === author.id);
  notify(text('feed.blocked', about));
  return go('/app/feed', true);
}
