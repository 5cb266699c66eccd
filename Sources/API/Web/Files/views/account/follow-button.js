// Following somebody: shown at once, and taken back where it did not come to pass.

import { send } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { loginAddress } from '../../core/navigation.js';
import { member } from '../../core/session.js';
import { formatCompact, text } from '../../core/texts.js';
import { notifyError } from '../../widgets/notice.js';

/**
 * @param {{id: string, is_followed: boolean, follower_count: number}} person
 * @param {HTMLElement} page shows the number of followers
 */
export function followButton(person, page) {
  if (!member()) return element('a', { class: 'small is-main', href: loginAddress() }, text('account.follow'));
  const button = element('button', { type: 'button', class: 'small' });
  const others = person.follower_count - Number(person.is_followed);
  let isDone = person.is_followed;
  let isWanted = isDone;
  let isSending = false;

  function show() {
    button.textContent = text(isWanted ? 'account.unfollow' : 'account.follow');
    button.classList.toggle('is-main', !isWanted);
    const number = page.querySelector('[data-number="followers"]');
    if (number) number.textContent = formatCompact(others + Number(isWanted));
  }

  /** However fast it is pressed, one thing is sent at a time, and the last one counts. */
  async function settle() {
    if (isSending) return;
    isSending = true;
    try {
      while (isDone !== isWanted) {
        const next = isWanted;
        await send(next ? 'PUT' : 'DELETE', `/api/accounts/${person.id}/follow`);
        isDone = next;
      }
    } catch (failure) {
      isWanted = isDone;
      show();
      notifyError(failure);
    } finally {
      isSending = false;
    }
  }

  button.addEventListener('click', () => {
    isWanted = !isWanted;
    show();
    settle();
  });
  show();
  return button;
}
