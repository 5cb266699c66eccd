// The button that follows a person. It shows the change at once, and reverts it if the server rejects it.

import { send } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { loginAddress } from '../../core/navigation.js';
import { member } from '../../core/session.js';
import { formatCompact, text } from '../../core/texts.js';
import { notifyError } from '../../widgets/notice.js';

/**
 * @param {{id: string, is_followed: boolean, follower_count: number}} person
 * @param {HTMLElement} page where the number of followers is shown
 */
export function followButton(person, page) {
  if (!member()) return element('a', { class: 'small is-main', href: loginAddress() }, text('account.follow'));
  const button = element('button', { type: 'button', class: 'small' });
  const others = person.follower_count - Number(person.is_followed);
  let isFollowed = person.is_followed;
  let isWanted = isFollowed;
  let isSending = false;

  function show() {
    button.textContent = text(isWanted ? 'account.unfollow' : 'account.follow');
    button.classList.toggle('is-main', !isWanted);
    const number = page.querySelector('[data-number="followers"]');
    if (number) number.textContent = formatCompact(others + Number(isWanted));
  }

  /** Sends one request at a time, until the server has the state of the last press. */
  async function sync() {
    if (isSending) return;
    isSending = true;
    try {
      while (isFollowed !== isWanted) {
        const next = isWanted;
        await send(next ? 'PUT' : 'DELETE', `/api/accounts/${person.id}/follow`);
        isFollowed = next;
      }
    } catch (failure) {
      isWanted = isFollowed;
      show();
      notifyError(failure);
    } finally {
      isSending = false;
    }
  }

  button.addEventListener('click', () => {
    isWanted = !isWanted;
    show();
    sync();
  });
  show();
  return button;
}
