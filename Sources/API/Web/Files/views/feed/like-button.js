// The button that likes a post. It shows the change at once, and reverts it if the server rejects it.

import { Problem, send } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { go, loginAddress } from '../../core/navigation.js';
import { member } from '../../core/session.js';
import { text } from '../../core/texts.js';
import { icon } from '../../widgets/icon.js';
import { notifyError } from '../../widgets/notice.js';
import { updateCachedPost } from '../../widgets/post-list-cache.js';

/**
 * @param {{id: string, is_liked: boolean, like_count: number}} post
 * @param {AbortSignal} signal aborted when the post is no longer shown
 */
export function likeButton(post, signal) {
  let known = { is_liked: post.is_liked, like_count: post.like_count };
  let isWanted = known.is_liked;
  let isSending = false;
  const button = element('button', { type: 'button', class: 'card-button like', onclick: toggle });
  show();
  return button;

  function show() {
    const count = known.like_count + Number(isWanted) - Number(known.is_liked);
    button.setAttribute('aria-pressed', String(isWanted));
    button.setAttribute('aria-label', text('feed.like', { count }));
    button.replaceChildren(icon(isWanted ? 'heart-full' : 'heart'), element('span', {}, String(count)));
  }

  function toggle() {
    if (!member()) return go(loginAddress());
    isWanted = !isWanted;
    show();
    return isSending ? undefined : sync();
  }

  /** Sends one request at a time, until the server has the state of the last press. */
  async function sync() {
    isSending = true;
    try {
      while (isWanted !== known.is_liked) {
        known = await send(isWanted ? 'PUT' : 'DELETE', `/api/posts/${post.id}/like`);
        updateCachedPost(post.id, known);
      }
    } catch (failure) {
      isWanted = known.is_liked;
      if (signal.aborted) return;
      if (failure instanceof Problem && failure.status === 401) go(loginAddress());
      else notifyError(failure);
    } finally {
      isSending = false;
      show();
    }
  }
}
