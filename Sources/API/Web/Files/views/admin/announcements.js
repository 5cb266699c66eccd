// /app/admin/announcements: writing to members who have agreed to that, and how many have read it.

import { element } from '../../core/dom.js';
import { go } from '../../core/navigation.js';
import { formatDateTime, formatNumber, text } from '../../core/texts.js';
import { controlOf, field, focusFieldError, form } from '../../widgets/form.js';
import { notify, whileBusy } from '../../widgets/notice.js';
import { look, operate } from './operator.js';
import { table } from './table.js';

const address = '/api/operator/announcements';
const page = '/app/admin/announcements';

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, { signal }) {
  const { announcements } = await look(address, { limit: 100 }, signal);
  if (signal.aborted) return;
  root.append(element('p', { class: 'lead' }, text('admin.announcements.about')), writing());
  if (announcements.length > 0) {
    root.append(table(text('admin.section.announcements'),
      ['text', 'time', 'state', 'recipients', 'readers'].map((it) => text(`admin.announcements.${it}`)),
      announcements.map(row)));
  }
}

const row = ({ id, text: words, send_at: at, state, recipient_count: recipients, read_count: readers }) => [
  words, formatDateTime(at),
  state === 'waiting' ? cancelling(id) : text(`admin.announcements.state.${state}`),
  formatNumber(recipients), formatNumber(readers)];

function cancelling(id) {
  const button = element('button', { type: 'button', class: 'small' }, text('admin.announcements.cancel'));
  button.addEventListener('click', () => whileBusy(button, async () => {
    await operate('DELETE', `${address}/${id}`);
    go(page, true);
  }));
  return button;
}

/** What is typed, as the API takes it: what is left empty is left out. */
function written(made) {
  const value = (name) => controlOf(made, name).value.trim();
  const [latitude, longitude] = value('latitude').split(',').map((part) => Number(part));
  return {
    text: value('text'), ...(value('path') ? { path: value('path') } : {}),
    ...(value('send_at') ? { send_at: new Date(value('send_at')).toISOString() } : {}),
    ...(value('latitude') ? { latitude, longitude, radius_m: Math.round(Number(value('radius_m')) * 1000) } : {}),
  };
}

function writing() {
  const input = (more) => element('input', { autocomplete: 'off', ...more });
  const labelled = (name, control) =>
    field(name, text(`admin.announcements.${name}`), control, text(`admin.announcements.${name}Hint`));
  const made = form({
    fields: [
      labelled('text', input({ maxlength: '100' })), labelled('path', input({ maxlength: '200' })),
      labelled('send_at', input({ type: 'datetime-local' })),
      labelled('latitude', input({ inputmode: 'text', placeholder: '37.5573, 126.9258' })),
      labelled('radius_m', input({ type: 'number', min: '0.1', max: '100', step: '0.1', value: '3' })),
    ],
    action: text('admin.announcements.send'),
    async submit() {
      const announcement = written(made);
      if (!announcement.text) {
        focusFieldError(made, 'text', text('admin.announcements.textMissing'));
        return;
      }
      await operate('POST', address, { body: announcement });
      notify(text('admin.announcements.isWritten'));
      go(page, true);
    },
  });
  return made;
}
