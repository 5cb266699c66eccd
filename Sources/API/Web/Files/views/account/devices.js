// /app/me/devices: where the member is logged in.

import { get, send } from '../../core/api.js';
import { element, present } from '../../core/dom.js';
import { formatAge, formatDate, formatDateTime, text } from '../../core/texts.js';
import { isConfirmed } from '../../widgets/dialog.js';
import { notify, whileBusy } from '../../widgets/notice.js';
import { pageHeader } from './page-header.js';

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, { signal, setTitle }) {
  setTitle(text('account.devices'));
  root.classList.add('narrow');
  root.append(pageHeader(text('account.devices')), element('p', { class: 'lead' }, text('account.devicesAbout')));
  const { items } = await get('/api/sessions', {}, signal);
  if (signal.aborted) return;
  // The device in the member's hand first.
  const devices = [...items.filter((it) => it.is_current), ...items.filter((it) => !it.is_current)];
  const list = element('ul', { class: 'rows' });
  const others = logOutOthersButton(() => fill(devices.filter((it) => it.is_current)));
  const fill = (shown) => {
    list.replaceChildren(...shown.map((it) => row(it, () => fill(shown.filter((other) => other !== it)))));
    others.hidden = shown.length < 2;
  };
  fill(devices);
  root.append(list, element('div', { class: 'actions' }, others));
}

function row(device, onEnd) {
  const name = device.name || text('account.deviceUnknown');
  const opened = element('time', { datetime: device.opened_at }, formatDate(device.opened_at));
  const used = element('time', { datetime: device.used_at, title: formatDateTime(device.used_at) },
    formatAge(device.used_at));
  return element('li', {}, element('div', { class: 'person-row' }, ...present([
    element('div', { class: 'words' },
      element('span', { class: 'title' }, name),
      element('span', { class: 'faint' }, text('account.deviceOpened'), ' ', opened, ' · ',
        ...(device.is_current ? [text('account.thisDevice')] : [text('account.deviceUsed'), ' ', used]))),
    !device.is_current && endButton(device, name, onEnd),
  ])));
}

function endButton(device, name, onEnd) {
  const button = element('button', { type: 'button', class: 'small' }, text('account.logOut'));
  button.setAttribute('aria-label', `${text('account.logOut')}: ${name}`);
  button.addEventListener('click', () => whileBusy(button, async () => {
    await send('DELETE', `/api/sessions/${device.id}`);
    onEnd();
    notify(text('account.deviceEnded', { name }));
  }));
  return button;
}

function logOutOthersButton(onEnd) {
  const button = element('button', { type: 'button', class: 'small' }, text('account.logOutOthers'));
  button.addEventListener('click', async () => {
    const question = text('account.logOutOthers');
    if (!(await isConfirmed(question, text('account.logOutOthersAbout'), text('account.logOut')))) return;
    await whileBusy(button, async () => {
      await send('DELETE', '/api/sessions/others');
      onEnd();
      notify(text('account.othersEnded'));
    });
  });
  return button;
}
