// The row of a todo in the list of its day.

import { Problem } from '../../core/api.js';
import { metresBetween } from '../../core/distance.js';
import { element } from '../../core/dom.js';
import { boothName, formatDistance, text } from '../../core/texts.js';
import { errorText } from '../../widgets/error.js';
import { loadBooth } from '../../widgets/booth-card.js';
import { icon, iconButton } from '../../widgets/icon.js';
import { notify, notifyError, whileBusy } from '../../widgets/notice.js';
import { formatDay } from './dates.js';
import { NoPosition, currentPosition } from '../../widgets/device-position.js';
import { openTodoDialog } from './todo-dialogs.js';

/** @param {import('./card-store.js').CardStore} store @param {import('./card-store.js').Todo} todo */
export function todoRow(store, todo) {
  const needsVisit = todo.booth !== null && !todo.is_done;
  const message = element('p', { class: 'todo-message', role: 'status' });
  return element('li', { class: `todo${todo.is_done ? ' is-done' : ''}`, 'data-todo': todo.id },
    element('div', { class: 'todo-line' },
      needsVisit ? visitLabel(todo) : checkbox(store, todo),
      !todo.is_done && iconButton('later', text('card.postponeNamed', { name: todo.contents }), (event) =>
        whileBusy(event.currentTarget, () => postpone(store, todo)), { 'data-action': 'postpone' }),
      iconButton('edit', text('card.editNamed', { name: todo.contents }), () => edit(store, todo),
        { 'data-action': 'edit' })),
    todo.booth !== null && visitRow(store, todo, message), message);
}

/** @param {import('./card-store.js').CardStore} store */
function checkbox(store, todo) {
  const box = /** @type {HTMLInputElement} */ (element('input',
    { type: 'checkbox', checked: todo.is_done, 'data-action': 'check' }));
  box.addEventListener('change', async () => {
    box.closest('.todo')?.classList.toggle('is-done', box.checked);
    await store.setDone(todo, box.checked).catch(notifyError);
    // The other controls of the row depend on whether the todo is done.
    store.dispatch('list');
  });
  return element('label', { class: 'check' }, box, element('span', { class: 'contents' }, todo.contents));
}

/** A visit has no checkbox: it is done by checking in at the booth. */
const visitLabel = (todo) =>
  element('p', { class: 'check' }, icon('map'), element('span', { class: 'contents' }, todo.contents));

async function postpone(store, todo) {
  const { day } = await store.postpone(todo);
  notify(text('card.postponed', { day: formatDay(day, store.card.today) }));
}

async function edit(store, todo) {
  const booth = todo.booth === null ? null
    : await loadBooth(todo.booth).catch(() => ({ id: todo.booth, name: text('card.boothGone') }));
  if (store.signal.aborted) return;
  await openTodoDialog(store, todo, booth);
  // The row with the button that opened the dialog was replaced or removed.
  if (document.activeElement !== document.body) return;
  const place = document.querySelector(`[data-todo="${todo.id}"] [data-action="edit"]`)
    ?? document.querySelector('.quick input');
  /** @type {HTMLElement | null} */ (place)?.focus();
}

// MARK: Visits

function visitRow(store, todo, message) {
  const link = element('a', { href: `/booths/${todo.booth}`, class: 'visit-booth' }, text('card.onMap'));
  loadBooth(todo.booth).then((booth) => { link.textContent = boothName(booth); }, () => {});
  return element('div', { class: 'visit' }, link, !todo.is_done && checkInButton(store, todo, message));
}

function checkInButton(store, todo, message) {
  const button = element('button', { type: 'button', class: 'small is-main', 'data-action': 'arrive' },
    text('card.arrive'));
  button.addEventListener('click', () => whileBusy(button, async () => {
    message.textContent = text('locating');
    message.classList.remove('is-wrong');
    let here = null;
    try {
      here = await currentPosition();
      if (store.signal.aborted) return;
      await store.checkIn(todo, here);
      notify(text('card.arrived'));
    } catch (failure) {
      message.textContent = await checkInError(failure, todo, here);
      message.classList.add('is-wrong');
    }
  }));
  return button;
}

/** Why the check-in failed. The remaining distance is computed here: the server does not send it. */
async function checkInError(failure, todo, here) {
  if (failure instanceof NoPosition) return failure.text;
  const code = failure instanceof Problem ? failure.code : '';
  if (code === 'position-inexact') return text('card.inexact', { metres: formatDistance(here.accuracy_m) });
  if (code !== 'booth-too-far') return errorText(failure);
  const booth = await loadBooth(todo.booth).catch(() => null);
  return booth ? text('card.tooFar', { metres: formatDistance(metresBetween(booth, here)) }) : errorText(failure);
}
