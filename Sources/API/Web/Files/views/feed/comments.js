// The comments on a post, newest first: a new comment appears right below the form, and the server pages them in this
// order, so that a long discussion need not be loaded to see its end.

import { Problem, get, send } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { sendOnce } from '../../core/idempotency.js';
import { isHere, postDraft } from '../../core/member-data.js';
import { go, loginAddress } from '../../core/navigation.js';
import { member, onSessionChange } from '../../core/session.js';
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
import { relativeTime } from './post-card.js';
import { openReportDialog } from './report-dialog.js';

/** @param {any} post @param {AbortSignal} signal */
export function comments(post, signal) {
  const title = element('h3', { id: 'comments-title', tabindex: '-1' });
  let count = post.comment_count;
  const changeCount = (by) => {
    count += by;
    title.textContent = text('feed.comments', { count });
    if (by !== 0) updateCachedPost(post.id, { comment_count: count });
  };
  changeCount(0);
  const nothing = element('p', { class: 'empty' }, text('feed.noComments'));
  const onRemove = () => {
    changeCount(-1);
    if (!list.list.childElementCount) list.list.after(nothing);
    title.focus();
  };
  const list = endlessList({
    load: (cursor) => get(`/api/posts/${post.id}/comments`, { cursor }, signal), signal,
    label: text('feed.commentList'),
    class: 'comments', item: (comment) => commentRow(comment, post, onRemove), empty: () => nothing,
  });
  const onAdd = (comment) => {
    nothing.remove();
    list.list.prepend(element('li', {}, commentRow(comment, post, onRemove)));
    changeCount(1);
  };
  const author = member()?.id;
  onSessionChange(() => { if (author && !isHere(author)) go(location.pathname, true); }, signal);
  return element('section', { 'aria-labelledby': 'comments-title' }, title,
    member() ? commentForm(post, onAdd)
      : element('p', { class: 'comment-login' },
        element('a', { class: 'small', href: loginAddress() }, text('feed.commentLogin'))),
    list.root);
}

/** The form for a new comment. Its draft survives a reload and a log-out by the server. */
function commentForm(post, onAdd) {
  const draft = postDraft(member()?.id ?? '', `comment.${post.id}`);
  const box = textBox(draft.load() ?? '');
  box.addEventListener('input', () => (box.value.trim() ? draft.save(box.value) : draft.remove()));
  return form({
    fields: [field('comment', text('feed.comment'), box)],
    action: text('feed.commentSend'),
    submit: async () => {
      const name = `comment.${member()?.id}.${post.id}`;
      const comment = await orLogIn(() =>
        sendOnce(name, `/api/posts/${post.id}/comments`, { text: requiredText(box) }));
      if (!comment) return;
      draft.remove();
      box.value = '';
      onAdd(comment);
    },
  });
}

const textBox = (value) => {
  const made = /** @type {HTMLTextAreaElement} */ (element('textarea',
    { rows: '2', class: 'comment-box', maxlength: '2000' }));
  made.value = value;
  return made;
};

/** The text of a box; an empty one is rejected here, like by the server. */
function requiredText(box) {
  const written = box.value.trim();
  if (!written) throw new Problem(400, { code: 'comment-empty', parameter: box.name });
  return written;
}

/** If the session has ended, goes to the login and resolves to null. */
async function orLogIn(request) {
  try {
    return await request();
  } catch (failure) {
    if (!(failure instanceof Problem) || failure.status !== 401) throw failure;
    go(loginAddress());
    return null;
  }
}

function commentRow(comment, post, onRemove) {
  const root = element('article', { class: 'comment' });
  const address = `/api/posts/${post.id}/comments/${comment.id}`;
  let shown = comment;
  const button = iconButton('more', text('feed.commentMenu', { name: comment.author.nickname }),
    () => whileBusy(button, openCommentMenu));
  const show = () => root.replaceChildren(
    element('a',
      { class: 'comment-face', href: `/app/people/${shown.author.id}`, tabindex: '-1', 'aria-hidden': 'true' },
      avatar(shown.author)),
    element('div', { class: 'comment-body' },
      element('p', { class: 'comment-head' },
        element('a', { href: `/app/people/${shown.author.id}` }, shown.author.nickname),
        ' ', relativeTime(shown.created_at, shown.updated_at)),
      element('p', { class: 'comment-words' }, ...linkHashtags(shown.text))),
    button);
  show();
  return root;

  async function openCommentMenu() {
    const me = member()?.id;
    const isOwn = shown.author.id === me;
    const action = await openMenu(text('feed.commentMenu', { name: shown.author.nickname }), [
      isOwn && { name: 'edit', label: text('edit'), icon: 'edit' },
      !isOwn && { name: 'report', label: text('feed.report'), icon: 'flag' },
      (isOwn || post.author.id === me) && { name: 'remove', label: text('remove'), icon: 'trash', isDanger: true },
    ]);
    if (action === 'edit') edit();
    else if (action === 'report') await openReportDialog({ comment: shown });
    else if (action === 'remove') await remove();
  }

  function edit() {
    const box = textBox(shown.text);
    const endEditing = () => {
      show();
      button.focus();
    };
    const editing = form({
      fields: [field(`comment-${comment.id}`, text('feed.comment'), box)],
      action: text('save'),
      submit: async () => {
        const saved = await orLogIn(() => send('PUT', address, { text: requiredText(box) }));
        if (!saved) return;
        shown = saved;
        endEditing();
      },
    });
    editing.append(element('button', { type: 'button', class: 'button', onclick: endEditing }, text('cancel')));
    root.replaceChildren(editing);
    box.focus();
  }

  async function remove() {
    if (!(await isConfirmed(text('feed.commentRemove'), text('feed.commentRemoveWords'), text('remove')))) return;
    await send('DELETE', address);
    root.closest('li')?.remove();
    onRemove();
  }
}
