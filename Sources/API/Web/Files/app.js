// The page: its frame, who is logged in, and which view the address wants.

import { member, members, ownAccount } from './core/api.js';
import { byId } from './core/dom.js';
import { watch } from './core/member-data.js';
import { start } from './router.js';
import { text } from './core/texts.js';
import { avatar, icon, notice } from './widgets/ui.js';

/** The way to one's own page, or to logging in. */
function showMember() {
  const link = byId('me');
  const account = member();
  link.setAttribute('href', account ? '/app/me' : '/app/login');
  link.setAttribute('aria-label', account ? text('nav.me', { name: account.nickname }) : text('nav.login'));
  link.replaceChildren(account ? avatar(account) : icon('person'));
}

for (const link of document.querySelectorAll('[data-icon]')) link.prepend(icon(/** @type {HTMLElement} */ (link).dataset.icon));
members.addEventListener('change', (event) => {
  showMember();
  if (/** @type {CustomEvent} */ (event).detail.hasEnded) notice(text('account.ended'));
});
showMember();
watch();
start();
// Whether the session still stands, and what has changed of the person elsewhere.
if (member()) ownAccount().catch(() => {});
if (window.isSecureContext) navigator.serviceWorker?.register('/service-worker.js');
