// The languages of the pages. The server writes the page in the one of this cookie, else in that of the browser.

import { language } from './texts.js';

const cookie = 'fourcuts-language';

/** By their own names, so that everybody finds theirs. */
export const languages = { ko: '한국어', en: 'English' };

/** Reloads the page in a language. @param {string} chosen */
export function chooseLanguage(chosen) {
  if (chosen === language) return;
  const isSecure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${cookie}=${chosen}; Path=/; Max-Age=31536000; SameSite=Lax${isSecure}`;
  // A language that the address names would win.
  const address = new URL(location.href);
  address.searchParams.delete('lang');
  if (address.href === location.href) location.reload();
  else location.replace(address.href);
}
