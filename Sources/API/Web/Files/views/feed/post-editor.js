// Making a post and changing one, in the same form. What is typed is kept on the device until the server has it.

import { Problem, get, send } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { sendOnce } from '../../core/idempotency.js';
import { go, loginAddress } from '../../core/navigation.js';
import { member } from '../../core/session.js';
import { text } from '../../core/texts.js';
import { openDialog } from '../../widgets/dialog.js';
import { notify } from '../../widgets/notice.js';
import { clearPostLists, updateCachedPost } from '../../widgets/post-list-cache.js';
import { drafts } from './post-draft.js';
import { PostForm, kinds } from './post-form.js';

/**
 * @param {HTMLElement} root
 * @param {import('../../core/navigation.js').Visit} visit
 * @param {any} post what is changed; null: a new one is made
 */
export async function showEditor(root, visit, post) {
  const { signal, query, setLeaveGuard } = visit;
  const heading = text(post ? 'feed.editTitle' : 'feed.newTitle');
  visit.setTitle(heading);
  root.append(element('h2', {}, heading));
  const me = member();
  if (!me || (post && post.author.id !== me.id)) {
    root.append(element('p', { class: 'empty' }, text('error.post-not-yours')));
    return;
  }
  const start = post ? ofPost(post) : await blank(query, signal);
  if (signal.aborted) return;
  const draft = drafts(me.id, post);
  const kept = draft.kept();
  const form = new PostForm(kept ? { ...kept, ...wanted(query, start, kept) } : start, {
    signal, action: text(post ? 'save' : 'feed.publish'), changed: note, submit: () => submit(form, draft, visit, post),
  });
  signal.addEventListener('abort', () => form.photos.end());
  if (kept) root.append(restored(() => again(draft, setLeaveGuard)));
  root.append(form.root, element('a', { class: 'button post-cancel', href: post ? `/app/posts/${post.id}` : '/app/feed' }, text('cancel')));
  setLeaveGuard(async () => !isUnsaved() || leaving(draft, form.photos.isUnsent));
  takeFiles(form.photos, signal);

  function isUnsaved() {
    return form.photos.isUnsent || JSON.stringify(form.draft) !== JSON.stringify(start);
  }

  function note() {
    if (isUnsaved()) draft.keep(form.draft);
    else draft.forget();
  }
}

/** @returns {import('./post-draft.js').Draft} */
const ofPost = ({ kind, title, text: words, price, people, booth, photos }) => ({
  kind, title: title ?? '', text: words, price: String(price ?? ''), people: String(people ?? ''),
  booth: booth && { id: booth.id, name: booth.name ?? text('feed.booth') }, photos,
});

/** A post with nothing but what the address says: its kind, and its booth. */
async function blank(query, signal) {
  const kind = kinds.includes(query.get('kind')) ? query.get('kind') : kinds[0];
  return { kind, title: '', text: '', price: '', people: '', booth: await boothOf(query.get('booth'), signal), photos: [] };
}

async function boothOf(id, signal) {
  if (!/^[1-9]\d{0,14}$/.test(id ?? '')) return null;
  try {
    const { name } = await get(`/api/booths/${id}`, { fields: 'name' }, signal);
    return { id: Number(id), name };
  } catch (failure) {
    if (!(failure instanceof Problem) || failure.status !== 404) throw failure;
    notify(text('unknownBooth'));
    return null;
  }
}

/** What the address newly asks for goes before what a draft says; after a reload the draft has the last word. */
const wanted = (query, start, kept) => (kept.from === location.search ? {} : {
  ...(query.has('booth') && start.booth && { booth: start.booth }), ...(query.has('kind') && { kind: start.kind }),
});

const restored = (again) => element('div', { class: 'callout' }, element('p', {}, text('feed.restored')),
  element('div', { class: 'actions' }, element('button', { type: 'button', class: 'small', onclick: again }, text('feed.startAgain'))));

function again(draft, setLeaveGuard) {
  draft.forget();
  setLeaveGuard(null);
  go(location.pathname + location.search, true);
}

async function submit(form, draft, { signal, setLeaveGuard }, post) {
  try {
    const content = await form.content();
    // What the form does not show stays as it is.
    const saved = post ? await send('PUT', `/api/posts/${post.id}`, { ...content, board: post.board, notes: post.notes })
      : await sendOnce(`post.${member()?.id}`, '/api/posts', content);
    draft.forget();
    if (post) updateCachedPost(post.id, saved);
    else clearPostLists();
    if (signal.aborted) return;
    setLeaveGuard(null);
    await go(`/app/posts/${saved.id}`, true);
  } catch (failure) {
    if (!(failure instanceof Problem) || failure.status !== 401 || signal.aborted) throw failure;
    // The draft is there when they come back.
    setLeaveGuard(null);
    await go(loginAddress());
  }
}

/** Whether the form may be left: what is in it stays on the device, but for photos on their way, or is thrown away. */
async function leaving(draft, hasUnsent) {
  const choice = await openDialog(text('feed.leaveTitle'), (close) => [
    element('p', {}, text('feed.leaveWords'), hasUnsent && ` ${text('feed.leavePhotos')}`),
    element('div', { class: 'actions' },
      element('button', { type: 'button', class: 'small danger', onclick: () => close('drop') }, text('feed.leaveDrop')),
      element('button', { type: 'button', class: 'small', onclick: () => close('keep') }, text('feed.leaveKeep')),
      element('button', { type: 'button', class: 'small is-main', onclick: () => close('stay') }, text('feed.leaveStay'))),
  ]);
  if (choice === 'drop') draft.forget();
  return choice === 'drop' || choice === 'keep';
}

/** Photos may be dropped anywhere on the page, and pasted. */
function takeFiles(photos, signal) {
  const take = (event, files) => {
    if (!files?.length) return;
    event.preventDefault();
    photos.take([...files]);
  };
  document.addEventListener('dragover', (event) => event.preventDefault(), { signal });
  document.addEventListener('drop', (event) => take(event, event.dataTransfer?.files), { signal });
  document.addEventListener('paste', (event) => take(event, event.clipboardData?.files), { signal });
  // A draft outlives the page, but for what is not sent yet.
  addEventListener('beforeunload', (event) => { if (photos.isUnsent) event.preventDefault(); }, { signal });
}
