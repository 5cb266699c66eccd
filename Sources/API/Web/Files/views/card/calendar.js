// The calendar: a month as a grid of dates after the ARIA Authoring Practices. Arrow keys move by days and weeks, Page
// Up and Page Down by months.

import { element } from '../../core/dom.js';
import { go } from '../../core/navigation.js';
import { text } from '../../core/texts.js';
import { iconButton } from '../../widgets/icon.js';
import { notifyError } from '../../widgets/notice.js';
import { addDays, addMonths, formatDay, formatMonth, isDay, monthOf, weekdayOf, weekdays, weeksOf } from './dates.js';
import { dayAddress } from './day-section.js';

export class Calendar {
  /** @param {import('./card-store.js').CardStore} store */
  constructor(store) {
    this.store = store;
    /** The active day, whose month is shown. */
    this.active = '';
    /** By day. @type {Map<string, HTMLButtonElement>} */
    this.buttons = new Map();
    this.title = element('h3', { id: 'month', 'aria-live': 'polite' });
    this.body = element('tbody', { onkeydown: (event) => this.onKey(event) });
    this.root = element('section', { class: 'calendar', 'aria-labelledby': 'month' },
      element('div', { class: 'day-head' },
        iconButton('back', text('card.monthBefore'), () => this.showMonthOf(addMonths(this.active, -1))), this.title,
        iconButton('next', text('card.monthAfter'), () => this.showMonthOf(addMonths(this.active, 1)))),
      element('table', { role: 'grid', 'aria-labelledby': 'month' },
        element('thead', {},
          element('tr', {}, ...weekdays.map(({ short, long }) => element('th', { scope: 'col', abbr: long }, short)))),
        this.body));
  }

  /** Shows the month of the chosen day. */
  showChosenDay() {
    return this.showMonthOf(this.store.day);
  }

  /** Shows the month of a day, and makes the day active. */
  async showMonthOf(day, isFocused = false) {
    if (!isDay(day)) return;
    this.active = day;
    if (!this.buttons.has(day)) this.build();
    this.draw();
    if (isFocused) this.buttons.get(day)?.focus();
    await this.loadMonth();
  }

  /** Loads the progress of the month's days, unless already loaded. */
  async loadMonth() {
    const month = monthOf(this.active);
    if (this.store.months.has(month)) return;
    try {
      await this.store.loadMonth(month);
      // The status of today depends on it, too.
      this.store.dispatch('change');
    } catch (failure) {
      if (!this.store.signal.aborted) notifyError(failure);
    }
  }

  /** Builds the buttons of the month. */
  build() {
    const month = monthOf(this.active);
    this.title.textContent = formatMonth(month);
    this.buttons = new Map(weeksOf(month).flat().filter((day) => day !== null).map((day) => [day, this.button(day)]));
    this.body.replaceChildren(...weeksOf(month).map((week) => element('tr', {}, ...week.map((day) =>
      element('td', { role: 'gridcell' }, this.buttons.get(day))))));
  }

  button(day) {
    const made = element('button', { type: 'button', 'data-day': day, onclick: () => this.choose(day) },
      String(Number(day.slice(8))));
    return /** @type {HTMLButtonElement} */ (made);
  }

  /** Shows the progress of the days. */
  draw() {
    for (const [day, button] of this.buttons) this.drawDay(day, button);
  }

  drawDay(day, button) {
    const { card } = this.store;
    const progress = this.store.progress(day) ?? { todos: 0, done: 0, has_grape: false };
    const kinds = ['date'];
    if (progress.has_grape) kinds.push('has-grape');
    else if (progress.todos > 0) kinds.push('has-todos');
    if (day === card.today) kinds.push('is-today');
    button.className = kinds.join(' ');
    button.tabIndex = day === this.active ? 0 : -1;
    button.setAttribute('aria-label', labelOf(day, card.today, progress));
    button.setAttribute('aria-current', day === card.today ? 'date' : 'false');
    button.parentElement.setAttribute('aria-selected', String(day === this.store.day));
  }

  choose(day) {
    this.active = day;
    if (day !== this.store.day) go(dayAddress(day, this.store.card.today));
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const { active } = this;
    const target = {
      ArrowLeft: () => addDays(active, -1), ArrowRight: () => addDays(active, 1), ArrowUp: () => addDays(active, -7),
      ArrowDown: () => addDays(active, 7),
      Home: () => addDays(active, -weekdayOf(active)), End: () => addDays(active, 6 - weekdayOf(active)),
      PageUp: () => addMonths(active, event.shiftKey ? -12 : -1),
      PageDown: () => addMonths(active, event.shiftKey ? 12 : 1),
    }[event.key];
    if (!target || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.showMonthOf(target(), true);
  }
}

function labelOf(day, today, progress) {
  return [formatDay(day, today), progress.todos > 0
    && text('card.progress', { done: progress.done, count: progress.todos }),
    progress.has_grape && text('card.hasGrape')].filter(Boolean).join(', ');
}
