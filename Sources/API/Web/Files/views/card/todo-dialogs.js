// The dialogs for adding and changing a todo.

import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { BoothField } from '../../widgets/booth-field.js';
import { closeRow, openDialog } from '../../widgets/dialog.js';
import { field, focusFieldError, form } from '../../widgets/form.js';
import { whileBusy } from '../../widgets/notice.js';
import { dayRange, formatDay, isDay } from './dates.js';

/**
 * Opens the form for a new visit, of a booth if one is given.
 * @param {import('./card-store.js').CardStore} store
 * @param {{id: number, name: string} | null} booth
 */
export function openVisitDialog(store, booth = null) {
  return openDialog(text('card.planVisit'), (close) => [
    todoForm({ store, todo: null, booth, action: text('card.add'),
      submit: async (values) => close(await store.add(values)) }),
    formActions(close),
  ]);
}

/**
 * Opens the form for changing or removing a todo.
 * @param {import('./card-store.js').CardStore} store
 * @param {import('./card-store.js').Todo} todo
 */
export function openTodoDialog(store, todo, booth) {
  return openDialog(text('card.editTodo'), (close) => [
    todoForm({ store, todo, booth, action: text('save'),
      submit: async (values) => close(await store.change(todo, values)) }),
    formActions(close, removeButton(() => store.remove(todo).then(() => close(true)))),
  ]);
}

function todoForm({ store, todo, booth, action, submit }) {
  const contents = input({
    type: 'text', maxlength: 200, required: true, autocomplete: 'off', value: todo?.contents ?? '',
  });
  const day = input({ type: 'date', required: true, ...dayRange, value: todo?.day ?? store.day });
  const group = groupSelect(store.groups, todo?.group);
  const boothField = new BoothField(booth, () => proposeContents(), text(todo ? 'feed.boothLabel' : 'card.booth'));
  /** The proposed contents, which a new proposal may replace. */
  let proposed = '';
  const proposeContents = () => {
    if (!boothField.booth || (contents.value.trim() && contents.value !== proposed)) return;
    proposed = text('card.visitName', { name: boothField.booth.name }).slice(0, 200);
    contents.value = proposed;
  };
  if (!todo) proposeContents();
  const otherFields = [field('contents', text('card.contents'), contents), dayField(day, store.card.today),
    store.groups.length > 1 && field('group', text('card.group'), group)];
  return form({
    fields: todo ? [...otherFields, boothField.root] : [boothField.root, ...otherFields], action,
    submit: async (made) => {
      if (boothField.isIncomplete || (!todo && !boothField.booth)) {
        return focusFieldError(made, 'booth', text('error.booth-unknown'));
      }
      if (!contents.value.trim()) return focusFieldError(made, 'contents', text('error.contents-empty'));
      if (!day.validity.valid || !day.value) return focusFieldError(made, 'day', text('error.day-out-of-range'));
      await submit({
        contents: contents.value.trim(), day: day.value, group: group.value,
        ...((boothField.booth?.id ?? null) !== (todo?.booth ?? null) && { booth: boothField.booth?.id ?? null }),
      });
    },
  });
}

/** A field for a day, shown in the page's language: browsers write dates in their own. */
function dayField(control, today) {
  const made = field('day', text('card.day'), control);
  const formatted = element('span', { class: 'formatted-day', 'aria-hidden': 'true' });
  const show = () => { formatted.textContent = isDay(control.value) ? formatDay(control.value, today) : ''; };
  control.addEventListener('input', show);
  show();
  const box = element('div', { class: 'day-box' });
  control.replaceWith(box);
  box.append(control, formatted);
  return made;
}

const input = (properties) => /** @type {HTMLInputElement} */ (element('input', properties));

/** @param {import('./card-store.js').Group[]} groups */
export const groupSelect = (groups, chosen, more = {}) => /** @type {HTMLSelectElement} */ (element('select', more,
  ...groups.map(({ id, name }) => element('option', { value: id, selected: id === chosen }, name))));

/** The row below a form: a button that closes the dialog, and the actions other than saving. */
export const formActions = (close, other = null) => closeRow(close, { before: other, class: 'card-actions' });

/** A button that removes something. */
export function removeButton(remove) {
  const button = element('button', { type: 'button', class: 'small danger' }, text('remove'));
  button.addEventListener('click', () => whileBusy(button, remove));
  return button;
}
