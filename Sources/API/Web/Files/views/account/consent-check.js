// Asks a member who has not agreed to the operator's texts, or not to the valid versions.

import { get } from '../../core/api.js';
import { go } from '../../core/navigation.js';
import { member } from '../../core/session.js';
import { getStored, setStored } from '../../core/storage.js';
import { loadTextsOfViews, text } from '../../core/texts.js';
import { notify } from '../../widgets/notice.js';

/** Who has agreed to what on this device: the server need not be asked again. */
const state = () => `${member()?.id} ${document.documentElement.dataset.legal}`;

let isSigningUp = false;

/** Somebody agrees while signing up: they are not asked at the same time. */
export function waitForSignUp() {
  isSigningUp = true;
}

export const rememberConsent = () => setStored('consents', state());

/** Leads to the texts if something of them is missing. */
export async function checkConsent() {
  if (isSigningUp || !document.documentElement.dataset.legal || !member() || getStored('consents') === state()) return;
  const { items } = await get('/api/me/consents');
  if (items.every((it) => it.is_agreed || !it.is_required)) {
    rememberConsent();
    return;
  }
  if (location.pathname === '/app/me/consents') return;
  await loadTextsOfViews();
  notify(text('account.consent.ask'));
  go(`/app/me/consents?next=${encodeURIComponent(location.pathname + location.search)}`);
}
