// /app/me/notice-settings: which notices the member gets.

import { get, send } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { notifyError } from '../../widgets/notice.js';
import { noticeKinds as kinds } from './notice-text.js';
import { pageHeader } from './page-header.js';
import { pushSwitch } from './push-switch.js';

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, { signal, setTitle }) {
  setTitle(text('notices.settings'));
  root.classList.add('narrow');
  root.append(pageHeader(text('notices.settings'), '/app/me/notices'),
    element('p', { class: 'lead' }, text('notices.settingsAbout')));
  const { page } = await get('/api/me/notice-settings', {}, signal);
  if (signal.aborted) return;
  const push = await pushSwitch(signal);
  if (!signal.aborted) root.append(push, switches(page));
}

/** A checkbox for each kind, which is saved at once. @param {string[]} page */
function switches(page) {
  /** @type {Map<string, HTMLInputElement>} */
  const boxes = new Map(kinds.map((kind) => [kind, /** @type {HTMLInputElement} */ (
    element('input', { type: 'checkbox', name: kind, checked: page.includes(kind) }))]));
  // A newer program may have kinds that this page does not know: they stay.
  const others = page.filter((kind) => !kinds.includes(kind));
  const chosen = () => [...others, ...kinds.filter((kind) => boxes.get(kind)?.checked)];
  const list = element('fieldset', { class: 'form notice-kinds' },
    element('legend', { class: 'unseen' }, text('notices.settings')),
    ...[...boxes].map(([kind, box]) => element('label', { class: 'check' }, box,
      element('span', {}, text(`notices.kind.${kind}`)))));
  // One after the other: the last one says what is chosen then.
  let saving = Promise.resolve();
  list.addEventListener('change', ({ target }) => {
    const box = /** @type {HTMLInputElement} */ (target);
    saving = saving.then(async () => {
      try {
        await send('PUT', '/api/me/notice-settings', { page: chosen() });
      } catch (failure) {
        box.checked = !box.checked;
        notifyError(failure);
      }
    });
  });
  return list;
}
