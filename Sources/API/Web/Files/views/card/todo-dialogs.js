// The window in which a todo is written or changed.

import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { BoothField } from '../../widgets/booth-field.js';
import { closeRow, openDialog } from '../../widgets/dialog.js';
import { field, form, showFieldError } from '../../widgets/form.js';
import { whileBusy } from '../../widgets/notice.js';
import { bounds, isDay, named } from './dates.js';

/** A todo that is to be written. @param {import('./card-store.js').Plan} plan @param {{id: number, name: string} | null} booth */
export function writeTodo(plan, booth = null) {
  return openDialog(text('card.planVisit'), (close) => [
    todoForm({ plan, todo: null, booth, action: text('card.add'), submit: async (values) => close(await plan.add(values)) }),
    cancelling(close),
  ]);
}

/** Changes or removes a todo. @param {import('./card-store.js').Plan} plan @param {import('./card-store.js').Todo} todo */
export function changeTodo(plan, todo, booth) {
  return openDialog(text('card.editTodo'), (close) => [
    todoForm({ plan, todo, booth, action: text('save'), submit: async (values) => close(await plan.change(todo, values)) }),
    cancelling(close, removing(() => plan.remove(todo).then(() => close(true)))),
  ]);
}

function todoForm({ plan, todo, booth, action, submit }) {
  const contents = input({ type: 'text', maxlength: 200, required: true, autocomplete: 'off', value: todo?.contents ?? '' });
  const day = input({ type: 'date', required: true, ...bounds, value: todo?.day ?? plan.day });
  const group = groupChoice(plan.groups, todo?.group);
  const place = new BoothField(booth, () => propose(), text(todo ? 'feed.boothLabel' : 'card.booth'));
  /** What was written for the person may be written anew. */
  let proposed = '';
  const propose = () => {
    if (!place.booth || (contents.value.trim() && contents.value !== proposed)) return;
    proposed = text('card.visitName', { name: place.booth.name }).slice(0, 200);
    contents.value = proposed;
  };
  if (!todo) propose();
  const rest = [field('contents', text('card.contents'), contents), dayField(day, plan.card.today),
    plan.groups.length > 1 && field('group', text('card.group'), group)];
  return form({
    fields: todo ? [...rest, place.root] : [place.root, ...rest], action,
    submit: async (made) => {
      if (place.isIncomplete || (!todo && !place.booth)) return wrong(made, 'booth', text('error.booth-unknown'));
      if (!contents.value.trim()) return wrong(made, 'contents', text('error.contents-empty'));
      if (!day.validity.valid || !day.value) return wrong(made, 'day', text('error.day-out-of-range'));
      await submit({
        contents: contents.value.trim(), day: day.value, group: group.value,
        ...((place.booth?.id ?? null) !== (todo?.booth ?? null) && { booth: place.booth?.id ?? null }),
      });
    },
  });
}

/** A field for a day, which is shown in the page's language: browsers write it in their own. */
function dayField(control, today) {
  const made = field('day', text('card.day'), control);
  const said = element('span', { class: 'said-day', 'aria-hidden': 'true' });
  const say = () => { said.textContent = isDay(control.value) ? named(control.value, today) : ''; };
  control.addEventListener('input', say);
  say();
  const box = element('div', { class: 'day-box' });
  control.replaceWith(box);
  box.append(control, said);
  return made;
}

const input = (properties) => /** @type {HTMLInputElement} */ (element('input', properties));

/** A choice among the groups. @param {import('./card-store.js').Group[]} groups */
export const groupChoice = (groups, chosen, more = {}) => /** @type {HTMLSelectElement} */ (element('select', more,
  ...groups.map(({ id, name }) => element('option', { value: id, selected: id === chosen }, name))));

function wrong(made, name, words) {
  showFieldError(made, name, words);
  /** @type {HTMLElement} */ (made.querySelector(`#field-${name}`)).focus();
}

/** The row below a form: a button that closes the dialog, and what else can be done than to save. */
export const cancelling = (close, other = null) => closeRow(close, { before: other, class: 'card-actions' });

/** A button that takes something away. */
export function removing(act) {
  const button = element('button', { type: 'button', class: 'small danger' }, text('remove'));
  button.addEventListener('click', () => whileBusy(button, act));
  return button;
}
