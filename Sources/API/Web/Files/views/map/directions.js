// Directions to a booth in the map app of one's choice, which is remembered.

import { element } from '../../core/dom.js';
import { getStored, setStored } from '../../core/storage.js';
import { language, text } from '../../core/texts.js';
import { icon } from '../../widgets/icon.js';
import { whileBusy } from '../../widgets/notice.js';

/**
 * The apps: an address that opens the app if it is installed, and the page that does the same. Addresses of Kakao's,
 * Google's and Apple's pages open their apps by themselves.
 * @type {Record<string, {web: (to: Target) => string, app?: (to: Target) => string, android?: string}>}
 */
const apps = {
  naver: {
    app: (to) => `nmap://route/walk?dlat=${to.latitude}&dlng=${to.longitude}&dname=${to.name}`
      + `&appname=${encodeURIComponent(location.origin)}`,
    web: (to) => `https://map.naver.com/p/directions/-/${to.longitude},${to.latitude},${to.name},,PLACE_POI/-/walk`,
    android: 'com.nhn.android.nmap',
  },
  kakao: {
    app: (to) => `kakaomap://route?ep=${to.latitude},${to.longitude}&by=FOOT`,
    web: (to) => `https://map.kakao.com/link/to/${to.name},${to.latitude},${to.longitude}`,
    android: 'net.daum.android.map',
  },
  google: {
    web: (to) => `https://www.google.com/maps/dir/?api=1&travelmode=walking&destination=${to.latitude},${to.longitude}`,
  },
  apple: { web: (to) => `https://maps.apple.com/?daddr=${to.latitude},${to.longitude}&dirflg=w&q=${to.name}` },
};

/** @typedef {{name: string, latitude: number, longitude: number}} Target its name is encoded for addresses */

const names = language === 'ko' ? ['naver', 'kakao', 'google', 'apple'] : ['google', 'apple', 'naver', 'kakao'];
/** How long an app may take to come to the front before its page is opened. */
const maxAppStart = 1500;

/** The button, and beside it the one that changes the app once one is chosen. */
export function directions(booth) {
  const place = element('span', { class: 'directions' });
  draw();
  return place;

  function draw() {
    const chosen = chosenApp();
    const label = chosen ? `${text('directions')} · ${text(`directions.${chosen}`)}` : text('directions');
    place.replaceChildren(
      button('button is-main', label, () => (chosen ? open(chosen, booth) : choose())),
      chosen ? button('small', text('directions.change'), choose) : '');
  }

  /** Loads the dialog; the button is not busy while it is open. */
  async function choose() {
    choice(await import('../../widgets/dialog.js'));
  }

  async function choice({ openDialog, closeRow }) {
    const name = await openDialog(text('directions.choose'), (close) => [
      element('ul', { class: 'apps' }, ...names.map((app) => element('li', {}, element('button', {
        type: 'button', class: 'small', 'data-app': app, onclick: () => close(app),
      }, text(`directions.${app}`))))),
      closeRow(close),
    ]);
    if (!name) return;
    setStored('directions', name);
    draw();
    open(name, booth);
  }
}

const button = (style, label, work) => element('button', {
  type: 'button', class: style, onclick: (event) => whileBusy(event.currentTarget, async () => work()),
}, style.includes('is-main') && icon('route'), label);

function chosenApp() {
  const name = getStored('directions');
  return names.includes(name) ? name : null;
}

/** Opens the app where there may be one, else the page. */
function open(name, { name: title, latitude, longitude }) {
  const to = { name: encodeURIComponent(title.replaceAll(',', ' ')), latitude, longitude };
  const { app, web, android } = apps[name];
  const page = web(to);
  const agent = navigator.userAgent;
  if (!app || !/Android|iPhone|iPad|iPod/.test(agent)) return window.open(page, '_blank', 'noopener');
  if (/Android/.test(agent)) {
    const [scheme, rest] = app(to).split('://');
    location.href = `intent://${rest}#Intent;scheme=${scheme};package=${android};`
      + `S.browser_fallback_url=${encodeURIComponent(page)};end`;
    return undefined;
  }
  // The page is left hidden when the app comes.
  const timer = setTimeout(() => { if (!document.hidden) location.href = page; }, maxAppStart);
  addEventListener('pagehide', () => clearTimeout(timer), { once: true });
  location.href = app(to);
  return undefined;
}
