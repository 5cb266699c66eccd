// The section of the chosen day: its todos by group, and a field for adding one.

import { isAborted } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { errorText } from '../../widgets/error.js';
import { icon, iconButton } from '../../widgets/icon.js';
import { addDays, formatDay, formatNearDay } from './dates.js';
import { groupDot, showGroups, toggleGroup } from './group-dialogs.js';
import { groupSelect, openVisitDialog } from './todo-dialogs.js';
import { todoRow } from './todo-row.js';

/** The address of a day. */
export const dayAddress = (day, today) => (day === today ? '/app/card' : `/app/card?day=${day}`);

export class DaySection {
  /** @param {import('./card-store.js').CardStore} store */
  constructor(store) {
    this.store = store;
    this.previous = this.dayLink('back', 'card.dayBefore');
    this.next = this.dayLink('next', 'card.dayAfter');
    this.title = element('h3', { class: 'day-title', 'aria-live': 'polite' });
    this.toToday = element('a', { href: '/app/card', class: 'small' }, text('card.toToday'));
    this.list = element('div', { class: 'day-list' });
    this.input = /** @type {HTMLInputElement} */ (element('input', {
      type: 'text', maxlength: 200, autocomplete: 'off', enterkeyhint: 'done', 'aria-label': text('card.contents'),
      placeholder: text('card.contentsHint'),
    }));
    this.error = element('p', { class: 'form-error', role: 'alert' });
    this.group = element('span', { class: 'quick-group' });
    this.root = element('section', { class: 'day-part', 'aria-label': text('card.todos') },
      element('div', { class: 'day-head' }, this.previous, this.title, this.next), this.toToday, this.quickForm(),
      this.error, this.list,
      element('div', { class: 'actions' },
        element('button', { type: 'button', class: 'small', onclick: () => openVisitDialog(store) }, icon('map'),
          text('card.planVisit')),
        element('button', { type: 'button', class: 'small', onclick: () => showGroups(store) }, icon('folder'),
          text('card.groups'))));
  }

  dayLink(name, key) {
    return element('a', { class: 'icon-button', 'aria-label': text(key), title: text(key) }, icon(name));
  }

  quickForm() {
    const made = element('form', { class: 'quick', novalidate: true }, this.input, this.group,
      iconButton('plus', text('card.add'), null, { type: 'submit', class: 'icon-button is-main' }));
    made.addEventListener('submit', (event) => {
      event.preventDefault();
      this.add();
    });
    return made;
  }

  async add() {
    const contents = this.input.value.trim();
    this.error.textContent = '';
    this.input.focus();
    if (!contents) return;
    const { day } = this.store;
    const group = /** @type {HTMLSelectElement | null} */ (this.group.querySelector('select'))?.value;
    // The next one can be typed while this one is being sent.
    this.input.value = '';
    try {
      await this.store.add({ contents, day, ...(group && { group }) });
    } catch (failure) {
      if (isAborted(failure) || this.store.signal.aborted) return;
      if (!this.input.value) this.input.value = contents;
      this.error.textContent = errorText(failure);
    }
  }

  /** Shows the day, its groups and todos. The focus stays, or goes to the replacement of the focused element. */
  show() {
    const { day, card, groups, todos } = this.store;
    const words = [formatNearDay(day, card.today), formatDay(day, card.today)].filter(Boolean).join(' · ');
    if (this.title.textContent !== words) this.title.textContent = words;
    this.previous.setAttribute('href', dayAddress(addDays(day, -1), card.today));
    this.next.setAttribute('href', dayAddress(addDays(day, 1), card.today));
    this.toToday.hidden = this.store.isToday;
    this.showGroupSelect(groups);
    const focus = this.currentFocus();
    const shown = groups.map((group) => ({ group, todos: todos.filter((todo) => todo.group === group.id) }))
      .filter((it) => it.todos.length > 0);
    this.list.replaceChildren(...shown.map((it) => this.section(it)));
    if (todos.length === 0) {
      this.list.append(element('p', { class: 'empty' },
        text(this.store.isToday ? 'card.emptyToday' : 'card.emptyDay')));
    }
    this.restoreFocus(focus);
    this.showCounts();
  }

  /** The groups to which a todo can be added. */
  showGroupSelect(groups) {
    const chosen = this.group.querySelector('select')?.value ?? groups[0].id;
    this.group.replaceChildren(...(groups.length > 1
      ? [groupSelect(groups, chosen, { class: 'choice', 'aria-label': text('card.group') })] : []));
  }

  section({ group, todos }) {
    const id = `group-${group.id}`;
    const button = element('button', {
      type: 'button', class: 'group-head', 'aria-expanded': String(group.is_open), 'aria-controls': id,
      'data-action': group.id,
      onclick: () => toggleGroup(this.store, group),
    }, groupDot(group), element('span', { class: 'group-name' }, group.name),
    element('span', { class: 'total', 'data-count': group.id }));
    return element('section', { class: 'group' }, element('h4', {}, button),
      element('ul', { id, hidden: !group.is_open, 'aria-label': group.name },
        ...todos.map((todo) => todoRow(this.store, todo))));
  }

  /** Shows how many todos of each group are done. */
  showCounts() {
    for (const place of this.list.querySelectorAll('[data-count]')) {
      const todos = this.store.todos.filter(({ group }) => group === /** @type {HTMLElement} */ (place).dataset.count);
      place.textContent = text('card.doneOf',
        { done: todos.filter((todo) => todo.is_done).length, count: todos.length });
    }
  }

  // MARK: Focus

  /** Which control of which todo has the focus; null if none has. */
  currentFocus() {
    const active = /** @type {HTMLElement} */ (document.activeElement);
    if (!this.list.contains(active)) return null;
    const rows = [...this.list.querySelectorAll('.todo')];
    const row = active.closest('.todo');
    return { action: active.dataset.action, todo: /** @type {HTMLElement | null} */ (row)?.dataset.todo,
      index: rows.indexOf(row) };
  }

  restoreFocus(focus) {
    if (!focus) return;
    const rows = [...this.list.querySelectorAll('.todo')];
    const row = rows.find((it) => /** @type {HTMLElement} */ (it).dataset.todo === focus.todo)
      ?? rows[Math.min(focus.index, rows.length - 1)];
    const place = focus.todo ? row : this.list;
    const target = place?.querySelector(`[data-action="${focus.action}"]`) ?? place?.querySelector('[data-action]')
      ?? this.input;
    /** @type {HTMLElement} */ (target).focus({ preventScroll: true });
  }
}
