// The groups: making, naming, colouring and removing them.

import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { isConfirmed, openDialog } from '../../widgets/dialog.js';
import { field, form, showFieldError } from '../../widgets/form.js';
import { iconButton } from '../../widgets/icon.js';
import { notifyError } from '../../widgets/notice.js';
import { cancelling, removing } from './todo-dialogs.js';

const firstColour = '#7B4FA3';

/** The list of all groups. @param {import('./card-store.js').Plan} plan */
export async function showGroups(plan) {
  const list = element('ul', { class: 'card-groups' });
  const draw = () => list.replaceChildren(...plan.groups.map((group) => element('li', {},
    dot(group), element('span', {}, group.name),
    iconButton('edit', text('card.editGroup', { name: group.name }), async () => {
      await changeGroup(plan, group);
      draw();
      /** @type {HTMLElement | null} */ ((list.querySelector(`[data-group="${group.id}"]`) ?? list.querySelector('button')))?.focus();
    }, { 'data-group': group.id }))));
  draw();
  await openDialog(text('card.groups'), (close) => [
    list,
    element('div', { class: 'actions' },
      element('button', { type: 'button', class: 'small', onclick: async () => { await addGroup(plan); draw(); } }, text('card.addGroup')),
      element('button', { type: 'button', class: 'small is-main', onclick: () => close(null) }, text('done'))),
  ]);
}

/** @param {import('./card-store.js').Plan} plan */
const addGroup = (plan) => openDialog(text('card.addGroup'), (close) => [
  groupForm({ name: '', color: firstColour }, async (values) => close(await plan.addGroup(values))), cancelling(close),
]);

/** @param {import('./card-store.js').Plan} plan @param {import('./card-store.js').Group} group */
const changeGroup = (plan, group) => openDialog(text('card.editGroup', { name: group.name }), (close) => [
  groupForm(group, async (values) => close(await plan.changeGroup(group, values))),
  cancelling(close, group.is_default ? null : removing(async () => {
    const isMeant = await isConfirmed(text('card.removeGroup', { name: group.name }), text('card.removeGroupAsk'), text('remove'));
    if (!isMeant) return;
    await plan.removeGroup(group);
    close(true);
  })),
]);

function groupForm(group, submit) {
  const name = /** @type {HTMLInputElement} */ (element('input', { type: 'text', maxlength: 21, required: true, autocomplete: 'off', value: group.name }));
  const colour = /** @type {HTMLInputElement} */ (element('input', { type: 'color', value: group.color.toLowerCase() }));
  return form({
    fields: [field('name', text('card.groupName'), name), field('color', text('card.colour'), colour)], action: text('save'),
    submit: async (made) => {
      if (name.value.trim()) return submit({ name: name.value.trim(), color: colour.value });
      showFieldError(made, 'name', text('error.name-empty'));
      name.focus();
    },
  });
}

/** The colour of a group. */
export function dot({ color }) {
  const made = element('span', { class: 'dot', 'aria-hidden': 'true' });
  made.style.setProperty('--brand', color);
  return made;
}

/** Folds a group away, or shows it again. @param {import('./card-store.js').Plan} plan */
export function fold(plan, group) {
  const isOpen = !group.is_open;
  group.is_open = isOpen;
  plan.tell('list');
  plan.changeGroup(group, { is_open: isOpen }).catch((failure) => {
    group.is_open = !isOpen;
    plan.tell('list');
    notifyError(failure);
  });
}
