// What people say to a post, newest first: what one has just written stands right below where one wrote it, and the
// server tells comments in this order, so that a long talk need not be loaded to see its end.

import { Problem, get, send } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { sendOnce } from '../../core/idempotency.js';
import { postDraftName } from '../../core/member-data.js';
import { go, loginAddress } from '../../core/navigation.js';
import { member } from '../../core/session.js';
import { getStored, removeStored, setStored } from '../../core/storage.js';
import { text } from '../../core/texts.js';
import { isConfirmed } from '../../widgets/dialog.js';
import { endlessList } from '../../widgets/endless-list.js';
import { field, form } from '../../widgets/form.js';
import { linkHashtags } from '../../widgets/hashtags.js';
import { iconButton } from '../../widgets/icon.js';
import { openMenu } from '../../widgets/menu.js';
import { whileBusy } from '../../widgets/notice.js';
import { avatar } from '../../widgets/photo.js';
import { updateCachedPost } from '../../widgets/post-list-cache.js';
import { moment } from './post-card.js';
import { report } from './report-dialog.js';

/** @param {any} post @param {AbortSignal} signal */
export function comments(post, signal) {
  const title = element('h3', { id: 'comments-title', tabindex: '-1' });
  let count = post.comment_count;
  const counted = (by) => {
    count += by;
    title.textContent = text('feed.comments', { count });
    if (by !== 0) updateCachedPost(post.id, { comment_count: count });
  };
  counted(0);
  const nothing = element('p', { class: 'empty' }, text('feed.noComments'));
  const events = {
    gone() {
      counted(-1);
      if (!list.list.childElementCount) list.list.after(nothing);
      title.focus();
    },
  };
  const list = endlessList({
    load: (cursor) => get(`/api/posts/${post.id}/comments`, { cursor }, signal), signal, label: text('feed.commentList'),
    class: 'comments', item: (comment) => line(comment, post, events), empty: () => nothing,
  });
  const added = (comment) => {
    nothing.remove();
    list.list.prepend(element('li', {}, line(comment, post, events)));
    counted(1);
  };
  return element('section', { 'aria-labelledby': 'comments-title' }, title,
    member() ? writing(post, added)
      : element('p', { class: 'comment-login' }, element('a', { class: 'small', href: loginAddress() }, text('feed.commentLogin'))),
    list.root);
}

/** Writes a comment; what is typed outlives a reload and being logged out. */
function writing(post, added) {
  const draft = postDraftName(member()?.id ?? '', `comment.${post.id}`);
  const words = box(getStored(draft) ?? '');
  words.addEventListener('input', () => (words.value.trim() ? setStored(draft, words.value) : removeStored(draft)));
  return form({
    fields: [field('comment', text('feed.comment'), words)],
    action: text('feed.commentSend'),
    submit: async () => {
      const comment = await said(() => sendOnce(`comment.${member()?.id}.${post.id}`, `/api/posts/${post.id}/comments`, { text: meant(words) }));
      if (!comment) return;
      removeStored(draft);
      words.value = '';
      added(comment);
    },
  });
}

const box = (value) => {
  const made = /** @type {HTMLTextAreaElement} */ (element('textarea', { rows: '2', class: 'comment-box', maxlength: '2000' }));
  made.value = value;
  return made;
};

/** What is in a box; nothing at all is refused here as the server would. */
function meant(box) {
  const words = box.value.trim();
  if (!words) throw new Problem(400, { code: 'comment-empty', parameter: box.name });
  return words;
}

/** Whoever has been logged out meanwhile logs in, and comes back to what they wrote. */
async function said(call) {
  try {
    return await call();
  } catch (failure) {
    if (!(failure instanceof Problem) || failure.status !== 401) throw failure;
    go(loginAddress());
    return null;
  }
}

function line(comment, post, events) {
  const root = element('article', { class: 'comment' });
  let shown = comment;
  const button = iconButton('more', text('feed.commentMenu', { name: comment.author.nickname }), () => whileBusy(button, menu));
  const show = () => root.replaceChildren(
    element('a', { class: 'comment-face', href: `/app/people/${shown.author.id}`, tabindex: '-1', 'aria-hidden': 'true' }, avatar(shown.author)),
    element('div', { class: 'comment-body' },
      element('p', { class: 'comment-head' }, element('a', { href: `/app/people/${shown.author.id}` }, shown.author.nickname),
        ' ', moment(shown.created_at, shown.updated_at)),
      element('p', { class: 'comment-words' }, ...linkHashtags(shown.text))),
    button);
  show();
  return root;

  async function menu() {
    const mine = member()?.id;
    const isOwn = shown.author.id === mine;
    const choice = await openMenu(text('feed.commentMenu', { name: shown.author.nickname }), [
      isOwn && { name: 'edit', label: text('edit'), icon: 'edit' },
      !isOwn && { name: 'report', label: text('feed.report'), icon: 'flag' },
      (isOwn || post.author.id === mine) && { name: 'remove', label: text('remove'), icon: 'trash', isDanger: true },
    ].filter(Boolean));
    if (choice === 'edit') edit();
    else if (choice === 'report') await report({ comment: shown });
    else if (choice === 'remove') await remove();
  }

  function edit() {
    const words = box(shown.text);
    const done = () => {
      show();
      button.focus();
    };
    const editing = form({
      fields: [field(`comment-${comment.id}`, text('feed.comment'), words)],
      action: text('save'),
      submit: async () => {
        const saved = await said(() => send('PUT', address(), { text: meant(words) }));
        if (!saved) return;
        shown = saved;
        done();
      },
    });
    editing.append(element('button', { type: 'button', class: 'button', onclick: done }, text('cancel')));
    root.replaceChildren(editing);
    words.focus();
  }

  async function remove() {
    if (!(await isConfirmed(text('feed.commentRemove'), text('feed.commentRemoveWords'), text('remove')))) return;
    await send('DELETE', address());
    root.closest('li')?.remove();
    events.gone();
  }

  function address() {
    return `/api/posts/${post.id}/comments/${comment.id}`;
  }
}
