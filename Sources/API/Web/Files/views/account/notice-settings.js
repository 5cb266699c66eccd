// /app/me/notice-settings: which notices the member gets, where and when. Each change is saved at once.

import { get, send } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { ownAccount } from '../../core/login.js';
import { text } from '../../core/texts.js';
import { notifyError } from '../../widgets/notice.js';
import { noticeKinds as kinds } from './notice-text.js';
import { pageHeader } from './page-header.js';
import { pushSwitch } from './push-switch.js';

const address = '/api/me/notice-settings';

/** @typedef {{ page: string[], push: string[], mail: string[], quiet_from?: string | null,
 *   quiet_until?: string | null, time_zone?: string | null }} Settings */

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, { signal, setTitle }) {
  setTitle(text('account.notices.settings'));
  root.classList.add('narrow');
  root.append(pageHeader(text('account.notices.settings'), '/app/me/notices'),
    element('p', { class: 'lead' }, text('account.notices.settingsAbout')));
  const settings = await get(address, {}, signal);
  const { email_verified: isVerified } = await ownAccount();
  if (signal.aborted) return;
  const push = await pushSwitch(signal);
  if (!signal.aborted) root.append(push, form(settings, Boolean(isVerified)));
}

/** @param {Settings} settings @param {boolean} isVerified whether the member's address is */
function form(settings, isVerified) {
  // A server without mail has no column for it.
  const places = document.documentElement.dataset.mail ? ['page', 'push', 'mail'] : ['page', 'push'];
  const made = /** @type {HTMLFormElement} */ (element('form', { class: 'form notice-kinds' },
    kindTable(places),
    places.includes('mail') && mailHint(isVerified),
    quietHours()));
  let saved = settings;
  let shown = settings;
  fill(made, saved, isVerified);
  // One after the other: the last one says what is chosen then.
  let saving = Promise.resolve();
  made.addEventListener('submit', (event) => event.preventDefault());
  made.addEventListener('change', () => {
    const wanted = chosen(made, shown);
    shown = wanted;
    fill(made, wanted, isVerified);
    saving = saving.then(async () => {
      try {
        saved = await send('PUT', address, wanted);
      } catch (failure) {
        shown = saved;
        fill(made, saved, isVerified);
        notifyError(failure);
      }
    });
  });
  return made;
}

/** A checkbox for each kind and place. */
function kindTable(places) {
  const box = (kind, place) => element('td', {}, element('label', { class: 'check' }, element('input', {
    type: 'checkbox', name: place === 'page' ? kind : `${kind}.${place}`,
    'aria-label': `${text(`account.notices.kind.${kind}`)}, ${text(`account.notices.place.${place}`)}`,
  })));
  return element('table', { class: 'notice-places' },
    element('thead', {}, element('tr', {},
      element('th', { scope: 'col' }, element('span', { class: 'unseen' }, text('account.notices.settings'))),
      ...places.map((place) => element('th', { scope: 'col' }, text(`account.notices.place.${place}`))))),
    element('tbody', {}, ...kinds.map((kind) => element('tr', {},
      element('th', { scope: 'row' }, text(`account.notices.kind.${kind}`)),
      ...places.map((place) => box(kind, place))))));
}

function mailHint(isVerified) {
  return element('p', { class: 'field-hint' }, text('account.notices.mailAbout'), ' ',
    !isVerified && element('a', { href: '/app/me/email' }, text('account.notices.mailNeedsAddress')));
}

function quietHours() {
  const time = (name) => element('label', { class: 'time' }, element('span', {}, text(`account.notices.${name}`)),
    element('input', { type: 'time', name, required: true }));
  return element('fieldset', { class: 'quiet-hours' },
    element('legend', { class: 'unseen' }, text('account.notices.quiet')),
    element('label', { class: 'check' }, element('input', { type: 'checkbox', name: 'quiet' }),
      element('span', {}, text('account.notices.quiet'))),
    element('div', { class: 'times' }, time('quiet_from'), time('quiet_until')),
    element('p', { class: 'field-hint' }, text('account.notices.quietAbout')));
}

/** @returns {HTMLInputElement | null} */
const control = (form, name) => form.elements.namedItem(name);

/** Shows settings. @param {HTMLFormElement} form @param {Settings} settings @param {boolean} isVerified */
function fill(form, settings, isVerified) {
  for (const kind of kinds) {
    const isListed = settings.page.includes(kind);
    for (const place of ['page', 'push', 'mail']) {
      const box = control(form, place === 'page' ? kind : `${kind}.${place}`);
      if (!box) continue;
      box.checked = isListed && settings[place].includes(kind);
      box.disabled = place !== 'page' && !isListed || place === 'mail' && !isVerified;
    }
  }
  const isQuiet = Boolean(settings.quiet_from);
  const [box, from, until] = ['quiet', 'quiet_from', 'quiet_until'].map((name) => control(form, name));
  if (!box || !from || !until) return;
  box.checked = isQuiet;
  from.value = settings.quiet_from || from.value || '23:00';
  until.value = settings.quiet_until || until.value || '08:00';
  for (const it of [from, until]) it.disabled = !isQuiet;
}

/**
 * What the member has chosen. Kinds that this page does not know, of a newer program, stay as they are.
 * @param {HTMLFormElement} form @param {Settings} before what was shown @returns {Settings}
 */
function chosen(form, before) {
  const at = (place) => [
    ...before[place].filter((kind) => !kinds.includes(kind)),
    ...kinds.filter((kind) => {
      const box = control(form, place === 'page' ? kind : `${kind}.${place}`);
      return box ? box.checked : before[place].includes(kind);
    }),
  ];
  const page = at('page');
  // A kind that is listed again is shown by devices, too.
  const again = page.filter((kind) => kinds.includes(kind) && !before.page.includes(kind));
  const push = new Set([...at('push'), ...again]);
  const wanted = { page, push: page.filter((kind) => push.has(kind)), mail: at('mail') };
  if (!control(form, 'quiet')?.checked) return wanted;
  return {
    ...wanted, quiet_from: control(form, 'quiet_from')?.value, quiet_until: control(form, 'quiet_until')?.value,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}
