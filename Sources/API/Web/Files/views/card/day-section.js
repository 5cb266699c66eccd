// The day that is looked at: its todos by group, and what can be added to them.

import { isAborted } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { errorText } from '../../widgets/error.js';
import { icon, iconButton } from '../../widgets/icon.js';
import { later, named, near } from './dates.js';
import { dot, fold, showGroups } from './group-dialogs.js';
import { groupChoice, writeTodo } from './todo-dialogs.js';
import { row } from './todo-row.js';

/** Where a day is in this app. */
export const address = (day, today) => (day === today ? '/app/card' : `/app/card?day=${day}`);

export class DayPart {
  /** @param {import('./card-store.js').Plan} plan */
  constructor(plan) {
    this.plan = plan;
    this.before = this.step('back', 'card.dayBefore');
    this.after = this.step('next', 'card.dayAfter');
    this.title = element('h3', { class: 'day-title', 'aria-live': 'polite' });
    this.back = element('a', { href: '/app/card', class: 'small' }, text('card.toToday'));
    this.list = element('div', { class: 'day-list' });
    this.input = /** @type {HTMLInputElement} */ (element('input', {
      type: 'text', maxlength: 200, autocomplete: 'off', enterkeyhint: 'done', 'aria-label': text('card.contents'),
      placeholder: text('card.contentsHint'),
    }));
    this.wrong = element('p', { class: 'form-error', role: 'alert' });
    this.group = element('span', { class: 'quick-group' });
    this.root = element('section', { class: 'day-part', 'aria-label': text('card.todos') },
      element('div', { class: 'day-head' }, this.before, this.title, this.after), this.back, this.quick(), this.wrong, this.list,
      element('div', { class: 'actions' },
        element('button', { type: 'button', class: 'small', onclick: () => writeTodo(plan) }, icon('map'), text('card.planVisit')),
        element('button', { type: 'button', class: 'small', onclick: () => showGroups(plan) }, icon('folder'), text('card.groups'))));
  }

  step(drawing, key) {
    return element('a', { class: 'icon-button', 'aria-label': text(key), title: text(key) }, icon(drawing));
  }

  quick() {
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
    this.wrong.textContent = '';
    this.input.focus();
    if (!contents) return;
    const { day } = this.plan;
    const group = /** @type {HTMLSelectElement | null} */ (this.group.querySelector('select'))?.value;
    // The next one can be written while this one is on its way.
    this.input.value = '';
    try {
      await this.plan.add({ contents, day, ...(group && { group }) });
    } catch (failure) {
      if (isAborted(failure) || this.plan.signal.aborted) return;
      if (!this.input.value) this.input.value = contents;
      this.wrong.textContent = errorText(failure);
    }
  }

  /** Shows the day, its groups and todos; the focus stays with what it was on, or goes to what took its place. */
  show() {
    const { day, card, groups, todos } = this.plan;
    const words = [near(day, card.today), named(day, card.today)].filter(Boolean).join(' · ');
    if (this.title.textContent !== words) this.title.textContent = words;
    this.before.setAttribute('href', address(later(day, -1), card.today));
    this.after.setAttribute('href', address(later(day, 1), card.today));
    this.back.hidden = this.plan.isToday;
    this.offer(groups);
    const focus = this.focus();
    const shown = groups.map((group) => ({ group, todos: todos.filter((todo) => todo.group === group.id) }))
      .filter((it) => it.todos.length > 0);
    this.list.replaceChildren(...shown.map((it) => this.section(it)));
    if (todos.length === 0) this.list.append(element('p', { class: 'empty' }, text(this.plan.isToday ? 'card.emptyToday' : 'card.emptyDay')));
    this.restore(focus);
    this.count();
  }

  /** The groups among which what is added can go. */
  offer(groups) {
    const chosen = this.group.querySelector('select')?.value ?? groups[0].id;
    this.group.replaceChildren(...(groups.length > 1 ? [groupChoice(groups, chosen, { class: 'choice', 'aria-label': text('card.group') })] : []));
  }

  section({ group, todos }) {
    const id = `group-${group.id}`;
    const button = element('button', {
      type: 'button', class: 'group-head', 'aria-expanded': String(group.is_open), 'aria-controls': id, 'data-act': group.id,
      onclick: () => fold(this.plan, group),
    }, dot(group), element('span', { class: 'group-name' }, group.name), element('span', { class: 'total', 'data-count': group.id }));
    return element('section', { class: 'group' }, element('h4', {}, button),
      element('ul', { id, hidden: !group.is_open, 'aria-label': group.name }, ...todos.map((todo) => row(this.plan, todo))));
  }

  /** How much is done of each group. */
  count() {
    for (const place of this.list.querySelectorAll('[data-count]')) {
      const todos = this.plan.todos.filter(({ group }) => group === /** @type {HTMLElement} */ (place).dataset.count);
      place.textContent = text('card.doneOf', { done: todos.filter((todo) => todo.is_done).length, count: todos.length });
    }
  }

  // MARK: Focus

  focus() {
    const active = /** @type {HTMLElement} */ (document.activeElement);
    if (!this.list.contains(active)) return null;
    const lines = [...this.list.querySelectorAll('.todo')];
    const line = active.closest('.todo');
    return { act: active.dataset.act, todo: /** @type {HTMLElement | null} */ (line)?.dataset.todo, index: lines.indexOf(line) };
  }

  restore(focus) {
    if (!focus) return;
    const lines = [...this.list.querySelectorAll('.todo')];
    const line = lines.find((it) => /** @type {HTMLElement} */ (it).dataset.todo === focus.todo) ?? lines[Math.min(focus.index, lines.length - 1)];
    const place = focus.todo ? line : this.list;
    const target = place?.querySelector(`[data-act="${focus.act}"]`) ?? place?.querySelector('[data-act]') ?? this.input;
    /** @type {HTMLElement} */ (target).focus({ preventScroll: true });
  }
}
