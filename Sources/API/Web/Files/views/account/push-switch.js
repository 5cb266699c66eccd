// The switch with which this device shows notices although the page is closed.

import { get, send } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { language, text } from '../../core/texts.js';
import { notify, notifyError } from '../../widgets/notice.js';

const isPossible = () => window.isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window
  && 'Notification' in window;

/** iPhones and iPads show notices only of pages on the home screen. */
const isApple = () => /iPhone|iPad|Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;

/** @param {AbortSignal} signal @returns {Promise<HTMLElement>} */
export async function pushSwitch(signal) {
  if (!isPossible()) {
    return element('p', { class: 'aside' }, text(isApple() ? 'account.push.homeScreen' : 'account.push.impossible'));
  }
  const { endpoint, public_key: key } = await get('/api/me/push', {}, signal);
  const registration = await navigator.serviceWorker.getRegistration();
  const own = await registration?.pushManager.getSubscription();
  const box = /** @type {HTMLInputElement} */ (element('input', {
    type: 'checkbox', name: 'push', checked: Boolean(own) && own?.endpoint === endpoint,
  }));
  box.addEventListener('change', async () => {
    box.disabled = true;
    try {
      if (!box.checked) await unsubscribe();
      else if (!(await subscribe(key))) box.checked = false;
    } catch (failure) {
      box.checked = !box.checked;
      notifyError(failure);
    }
    box.disabled = false;
  });
  return element('fieldset', { class: 'form notice-kinds' },
    element('legend', { class: 'unseen' }, text('account.push.title')),
    element('label', { class: 'check' }, box, element('span', {}, text('account.push.title'))),
    element('p', { class: 'field-hint' }, text('account.push.about')));
}

/** @param {string} key that of the server @returns {Promise<boolean>} whether the member allows it */
async function subscribe(key) {
  if (await Notification.requestPermission() !== 'granted') {
    notify(text('account.push.refused'));
    return false;
  }
  const { pushManager } = await navigator.serviceWorker.ready;
  // One for another key of the server is of no use.
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = made.toJSON();
  await send('PUT', '/api/me/push', { endpoint, p256dh: keys?.p256dh, auth: keys?.auth, language });
  return true;
}

async function unsubscribe() {
  await send('DELETE', '/api/me/push');
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
