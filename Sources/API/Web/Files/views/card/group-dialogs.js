// The dialogs for creating, changing and removing groups.

import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { isConfirmed, openDialog } from '../../widgets/dialog.js';
import { field, focusFieldError, form } from '../../widgets/form.js';
import { iconButton } from '../../widgets/icon.js';
import { notifyError } from '../../widgets/notice.js';
import { formActions, removeButton } from './todo-dialogs.js';

const firstColor = '#7B4FA3';

/** Opens the list of all groups. @param {import('./card-store.js').CardStore} store */
export async function showGroups(store) {
  const list = element('ul', { class: 'card-groups' });
  const draw = () => list.replaceChildren(...store.groups.map((group) => element('li', {},
    groupDot(group), element('span', {}, group.name),
    iconButton('edit', text('card.editGroup', { name: group.name }), async () => {
      await changeGroup(store, group);
      draw();
      const button = list.querySelector(`[data-group="${group.id}"]`) ?? list.querySelector('button');
      /** @type {HTMLElement | null} */ (button)?.focus();
    }, { 'data-group': group.id }))));
  draw();
  await openDialog(text('card.groups'), (close) => [
    list,
    element('div', { class: 'actions' },
      element('button', { type: 'button', class: 'small', onclick: async () => { await addGroup(store); draw(); } },
        text('card.addGroup')),
      element('button', { type: 'button', class: 'small is-main', onclick: () => close(null) }, text('done'))),
  ]);
}

/** @param {import('./card-store.js').CardStore} store */
const addGroup = (store) => openDialog(text('card.addGroup'), (close) => [
  groupForm({ name: '', color: firstColor }, async (values) => close(await store.addGroup(values))),
  formActions(close),
]);

/** @param {import('./card-store.js').CardStore} store @param {import('./card-store.js').Group} group */
const changeGroup = (store, group) => openDialog(text('card.editGroup', { name: group.name }), (close) => [
  groupForm(group, async (values) => close(await store.changeGroup(group, values))),
  formActions(close, group.is_default ? null : removeButton(async () => {
    const isSure = await isConfirmed(text('card.removeGroup', { name: group.name }), text('card.removeGroupAsk'),
      text('remove'));
    if (!isSure) return;
    await store.removeGroup(group);
    close(true);
  })),
]);

function groupForm(group, submit) {
  const name = /** @type {HTMLInputElement} */ (element('input',
    { type: 'text', maxlength: 21, required: true, autocomplete: 'off', value: group.name }));
  const color = /** @type {HTMLInputElement} */ (element('input',
    { type: 'color', value: group.color.toLowerCase() }));
  return form({
    fields: [field('name', text('card.groupName'), name), field('color', text('card.colour'), color)],
    action: text('save'),
    submit: async (made) => {
      if (name.value.trim()) return submit({ name: name.value.trim(), color: color.value });
      focusFieldError(made, 'name', text('error.name-empty'));
    },
  });
}

/** A dot in the colour of a group. */
export function groupDot({ color }) {
  const made = element('span', { class: 'dot', 'aria-hidden': 'true' });
  made.style.setProperty('--brand', color);
  return made;
}

/** Collapses or expands a group. @param {import('./card-store.js').CardStore} store */
export function toggleGroup(store, group) {
  const isOpen = !group.is_open;
  group.is_open = isOpen;
  store.dispatch('list');
  store.changeGroup(group, { is_open: isOpen }).catch((failure) => {
    group.is_open = !isOpen;
    store.dispatch('list');
    notifyError(failure);
  });
}
