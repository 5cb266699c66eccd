// One todo in the list of its day.

import { Problem, get } from '../../core/api.js';
import { metresBetween } from '../../core/distance.js';
import { element } from '../../core/dom.js';
import { formatDistance, text } from '../../core/texts.js';
import { errorText } from '../../widgets/error.js';
import { icon, iconButton } from '../../widgets/icon.js';
import { notify, notifyError, whileBusy } from '../../widgets/notice.js';
import { named } from './dates.js';
import { NoPosition, position } from './device-position.js';
import { changeTodo } from './todo-dialogs.js';

/** Booths that were asked for, each once. @type {Map<number, Promise<any>>} */
const booths = new Map();

/** A booth that is to be visited. @param {number} id */
export function boothOf(id) {
  const asked = booths.get(id) ?? get(`/api/booths/${id}`);
  booths.set(id, asked);
  asked.catch(() => booths.delete(id));
  return asked;
}

/** @param {import('./card-store.js').Plan} plan @param {import('./card-store.js').Todo} todo */
export function row(plan, todo) {
  const needsVisit = todo.booth !== null && !todo.is_done;
  const said = element('p', { class: 'todo-said', role: 'status' });
  return element('li', { class: `todo${todo.is_done ? ' is-done' : ''}`, 'data-todo': todo.id },
    element('div', { class: 'todo-line' },
      needsVisit ? aim(todo) : check(plan, todo),
      !todo.is_done && iconButton('later', text('card.postponeNamed', { name: todo.contents }), (event) =>
        whileBusy(event.currentTarget, () => postpone(plan, todo)), { 'data-act': 'postpone' }),
      iconButton('edit', text('card.editNamed', { name: todo.contents }), () => edit(plan, todo), { 'data-act': 'edit' })),
    todo.booth !== null && visit(plan, todo, said), said);
}

/** @param {import('./card-store.js').Plan} plan */
function check(plan, todo) {
  const box = /** @type {HTMLInputElement} */ (element('input', { type: 'checkbox', checked: todo.is_done, 'data-act': 'check' }));
  box.addEventListener('change', async () => {
    box.closest('.todo')?.classList.toggle('is-done', box.checked);
    await plan.setDone(todo, box.checked).catch(notifyError);
    // What else a line offers depends on whether it is done.
    plan.tell('list');
  });
  return element('label', { class: 'check' }, box, element('span', { class: 'contents' }, todo.contents));
}

/** A visit is done by being there. */
const aim = (todo) => element('p', { class: 'check' }, icon('map'), element('span', { class: 'contents' }, todo.contents));

async function postpone(plan, todo) {
  const { day } = await plan.postpone(todo);
  notify(text('card.postponed', { day: named(day, plan.card.today) }));
}

async function edit(plan, todo) {
  const booth = todo.booth === null ? null : await boothOf(todo.booth).catch(() => ({ id: todo.booth, name: text('card.boothGone') }));
  if (plan.signal.aborted) return;
  await changeTodo(plan, todo, booth);
  // The line from which the window came has been drawn anew, or is gone.
  if (document.activeElement !== document.body) return;
  const place = document.querySelector(`[data-todo="${todo.id}"] [data-act="edit"]`) ?? document.querySelector('.quick input');
  /** @type {HTMLElement | null} */ (place)?.focus();
}

// MARK: Visits

function visit(plan, todo, said) {
  const link = element('a', { href: `/?booth=${todo.booth}`, class: 'visit-booth' }, text('card.onMap'));
  boothOf(todo.booth).then(({ name }) => { link.textContent = name; }, () => {});
  return element('div', { class: 'visit' }, link, !todo.is_done && arriving(plan, todo, said));
}

function arriving(plan, todo, said) {
  const button = element('button', { type: 'button', class: 'small is-main', 'data-act': 'arrive' }, text('card.arrive'));
  button.addEventListener('click', () => whileBusy(button, async () => {
    said.textContent = text('locating');
    said.classList.remove('is-wrong');
    let here = null;
    try {
      here = await position();
      if (plan.signal.aborted) return;
      await plan.checkIn(todo, here);
      notify(text('card.arrived'));
    } catch (failure) {
      said.textContent = await why(failure, todo, here);
      said.classList.add('is-wrong');
    }
  }));
  return button;
}

/** Why somebody is not at the booth. How far it still is, this device can say: the server does not. */
async function why(failure, todo, here) {
  if (failure instanceof NoPosition) return failure.words;
  const code = failure instanceof Problem ? failure.code : '';
  if (code === 'position-inexact') return text('card.inexact', { metres: formatDistance(here.accuracy_m) });
  if (code !== 'booth-too-far') return errorText(failure);
  const booth = await boothOf(todo.booth).catch(() => null);
  return booth ? text('card.tooFar', { metres: formatDistance(metresBetween(booth, here)) }) : errorText(failure);
}
