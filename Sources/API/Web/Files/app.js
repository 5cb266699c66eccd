// Starts the app: its header, the session, and the view of the address.

import { byId } from './core/dom.js';
import { ownAccount } from './core/login.js';
import { removeDataOfOthers } from './core/member-data.js';
import { followLogins } from './core/saved-booths.js';
import { member, onSessionChange } from './core/session.js';
import { text } from './core/texts.js';
import { start } from './router.js';
import { icon } from './widgets/icon.js';
import { watchNetwork } from './widgets/network-banner.js';
import { notify } from './widgets/notice.js';
import { avatar } from './widgets/photo.js';

/** The link in the header: to the member's own page, or to logging in. */
function showMember() {
  const link = byId('me');
  const account = member();
  link.setAttribute('href', account ? '/app/me' : '/app/login');
  link.setAttribute('aria-label', account ? text('nav.me', { name: account.nickname }) : text('nav.login'));
  link.replaceChildren(account ? avatar(account) : icon('person'));
}

for (const link of document.querySelectorAll('[data-icon]')) {
  link.prepend(icon(/** @type {HTMLElement} */ (link).dataset.icon));
}
onSessionChange((hasEnded) => {
  showMember();
  if (hasEnded) notify(text('account.ended'));
});
byId('display').addEventListener('click', async () => {
  (await import('./widgets/display-dialog.js')).openDisplayDialog();
});
showMember();
watchNetwork();
removeDataOfOthers();
followLogins();
start();
// After the view: it must not wait for the marks.
const showMarks = () => {
  if (!member()) return;
  import('./views/chat/unread-marks.js').then((it) => it.showMarks());
  if (document.documentElement.dataset.legal) {
    import('./views/account/consent-check.js').then((it) => it.checkConsent()).catch(() => {});
  }
};
onSessionChange(showMarks);
if ('requestIdleCallback' in window) requestIdleCallback(showMarks, { timeout: 3000 });
else setTimeout(showMarks, 1000);
// The session may have ended, or the account changed on another device.
if (member()) ownAccount().catch(() => {});
if (window.isSecureContext) navigator.serviceWorker?.register('/service-worker.js');
