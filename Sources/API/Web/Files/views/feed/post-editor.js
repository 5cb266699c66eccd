// Writing a post and changing one, in the same form. The input is stored on the device until the server has it.

import { Problem, get, send } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { sendOnce } from '../../core/idempotency.js';
import { isHere } from '../../core/member-data.js';
import { go, loginAddress } from '../../core/navigation.js';
import { feedKinds, goodsKinds } from '../../core/post-kinds.js';
import { member, onSessionChange } from '../../core/session.js';
import { boothName, localFields, text } from '../../core/texts.js';
import { openDialog } from '../../widgets/dialog.js';
import { notify } from '../../widgets/notice.js';
import { clearPostLists, updateCachedPost } from '../../widgets/post-list-cache.js';
import { takeShared } from '../../widgets/shared-photos.js';
import { draftStorage } from './post-draft.js';
import { PostForm } from './post-form.js';

const kinds = [...feedKinds, ...goodsKinds];

/**
 * @param {HTMLElement} root
 * @param {import('../../core/navigation.js').Visit} visit
 * @param {any} post the post to change; null for a new one
 */
export async function showEditor(root, visit, post) {
  const { signal, query, setLeaveGuard } = visit;
  // The shop links here to sell.
  const isSale = !post && goodsKinds.includes(query.get('kind') ?? '');
  const heading = text(post ? 'feed.editTitle' : isSale ? 'shop.sell' : 'feed.newTitle');
  visit.setTitle(heading);
  if (isSale) visit.setTab('shop');
  root.append(element('h2', {}, heading));
  const me = member();
  if (!me || (post && post.author.id !== me.id)) {
    root.append(element('p', { class: 'empty' }, text('error.post-not-yours')));
    return;
  }
  const start = post ? draftOf(post) : await emptyDraft(query, signal);
  const shared = query.has('shared') ? await takeShared() : { files: [], words: '' };
  if (signal.aborted) return;
  start.text ||= shared.words;
  const storage = draftStorage(me.id, post, signal);
  const stored = storage.load();
  const form = new PostForm(stored ? { ...stored, ...requestedByAddress(query, start, stored) } : start, {
    signal, isSale, action: text(post ? 'save' : 'feed.publish'), onChange: storeDraft,
    submit: () => submit(form, storage, visit, post),
  });
  signal.addEventListener('abort', () => form.photos.close());
  if (stored) root.append(restoredNotice(() => startAgain(storage, setLeaveGuard)));
  root.append(form.root,
    element('a',
      { class: 'button post-cancel', href: post ? `/app/posts/${post.id}` : isSale ? '/app/shop' : '/app/feed' },
      text('cancel')));
  setLeaveGuard(async () => !isUnsaved() || mayLeave(storage, form.photos.isUnsent));
  // The draft of a member who logs out in another tab disappears from this one, too.
  onSessionChange(() => {
    if (isHere(me.id)) return;
    setLeaveGuard(null);
    go('/app/feed', true);
  }, signal);
  acceptFiles(form.photos, signal);
  if (shared.files.length > 0) form.photos.add(shared.files);

  function isUnsaved() {
    return form.photos.isUnsent || JSON.stringify(form.draft) !== JSON.stringify(start);
  }

  function storeDraft() {
    if (isUnsaved()) storage.save(form.draft);
    else storage.remove();
  }
}

/** @returns {import('./post-draft.js').Draft} */
const draftOf = ({ kind, title, text: written, price, people, booth, photos }) => ({
  kind, title: title ?? '', text: written, price: String(price ?? ''), people: String(people ?? ''),
  booth: booth && { id: booth.id, name: boothName(booth) ?? text('feed.booth') }, photos,
});

/** A draft with the kind and the booth of the address. */
async function emptyDraft(query, signal) {
  const kind = kinds.includes(query.get('kind')) ? query.get('kind') : kinds[0];
  return { kind, title: '', text: '', price: '', people: '', booth: await boothOf(query.get('booth'), signal),
    photos: [] };
}

async function boothOf(id, signal) {
  if (!/^[1-9]\d{0,14}$/.test(id ?? '')) return null;
  try {
    const booth = await get(`/api/booths/${id}`, { fields: `name${localFields}` }, signal);
    return { id: Number(id), name: boothName(booth) };
  } catch (failure) {
    if (!(failure instanceof Problem) || failure.status !== 404) throw failure;
    notify(text('unknownBooth'));
    return null;
  }
}

/** A new address overrides the stored draft; after a reload the draft counts. */
const requestedByAddress = (query, start, stored) => (stored.from === location.search ? {} : {
  ...(query.has('booth') && start.booth && { booth: start.booth }), ...(query.has('kind') && { kind: start.kind }),
});

const restoredNotice = (onStartAgain) => element('div', { class: 'callout' }, element('p', {}, text('feed.restored')),
  element('div', { class: 'actions' },
    element('button', { type: 'button', class: 'small', onclick: onStartAgain }, text('feed.startAgain'))));

function startAgain(storage, setLeaveGuard) {
  storage.remove();
  setLeaveGuard(null);
  go(location.pathname + location.search, true);
}

async function submit(form, storage, { signal, setLeaveGuard }, post) {
  try {
    const content = await form.content();
    // Fields that the form does not show stay.
    const saved = post
      ? await send('PUT', `/api/posts/${post.id}`, { ...content, board: post.board, notes: post.notes })
      : await sendOnce(`post.${member()?.id}`, '/api/posts', content);
    storage.remove();
    if (post) updateCachedPost(post.id, saved);
    else clearPostLists();
    if (signal.aborted) return;
    setLeaveGuard(null);
    await go(`/app/posts/${saved.id}`, true);
  } catch (failure) {
    if (!(failure instanceof Problem) || failure.status !== 401 || signal.aborted) throw failure;
    // The draft is still stored after logging in.
    setLeaveGuard(null);
    await go(loginAddress());
  }
}

/** Asks whether to keep the draft, to discard it, or to stay. Photos that are not uploaded cannot be kept. */
async function mayLeave(storage, hasUnsentPhotos) {
  const choice = await openDialog(text('feed.leaveTitle'), (close) => [
    element('p', {}, text('feed.leaveWords'), hasUnsentPhotos && ` ${text('feed.leavePhotos')}`),
    element('div', { class: 'actions' },
      element('button', { type: 'button', class: 'small danger', onclick: () => close('discard') },
        text('feed.leaveDiscard')),
      element('button', { type: 'button', class: 'small', onclick: () => close('keep') }, text('feed.leaveKeep')),
      element('button', { type: 'button', class: 'small is-main', onclick: () => close('stay') },
        text('feed.leaveStay'))),
  ]);
  if (choice === 'discard') storage.remove();
  return choice === 'discard' || choice === 'keep';
}

/** Photos may be dropped anywhere on the page, and pasted. */
function acceptFiles(photos, signal) {
  const accept = (event, files) => {
    if (!files?.length) return;
    event.preventDefault();
    photos.add([...files]);
  };
  document.addEventListener('dragover', (event) => event.preventDefault(), { signal });
  document.addEventListener('drop', (event) => accept(event, event.dataTransfer?.files), { signal });
  document.addEventListener('paste', (event) => accept(event, event.clipboardData?.files), { signal });
  // The draft survives the page, photos that are not uploaded do not.
  addEventListener('beforeunload', (event) => { if (photos.isUnsent) event.preventDefault(); }, { signal });
}
