// A month, after the ARIA pattern of a grid of dates: arrows go by days and weeks, Page Up and Page Down by months.

import { element } from '../../core/dom.js';
import { go } from '../../core/navigation.js';
import { text } from '../../core/texts.js';
import { iconButton } from '../../widgets/icon.js';
import { notifyError } from '../../widgets/notice.js';
import { column, isDay, later, monthNamed, monthOf, monthsLater, named, weekdays, weeks } from './dates.js';
import { address } from './day-section.js';

export class Calendar {
  /** @param {import('./card-store.js').Plan} plan */
  constructor(plan) {
    this.plan = plan;
    /** The day that the keyboard is at, and by it the month that is shown. */
    this.at = '';
    /** By their days. @type {Map<string, HTMLButtonElement>} */
    this.buttons = new Map();
    this.title = element('h3', { id: 'month', 'aria-live': 'polite' });
    this.body = element('tbody', { onkeydown: (event) => this.key(event) });
    this.root = element('section', { class: 'calendar', 'aria-labelledby': 'month' },
      element('div', { class: 'day-head' },
        iconButton('back', text('card.monthBefore'), () => this.turn(monthsLater(this.at, -1))), this.title,
        iconButton('next', text('card.monthAfter'), () => this.turn(monthsLater(this.at, 1)))),
      element('table', { role: 'grid', 'aria-labelledby': 'month' },
        element('thead', {}, element('tr', {}, ...weekdays.map(({ short, long }) => element('th', { scope: 'col', abbr: long }, short)))),
        this.body));
  }

  /** Goes to the day that is looked at. */
  follow() {
    return this.turn(this.plan.day);
  }

  /** Shows the month of a day. */
  async turn(day, isFocused = false) {
    if (!isDay(day)) return;
    this.at = day;
    if (!this.buttons.has(day)) this.build();
    this.draw();
    if (isFocused) this.buttons.get(day)?.focus();
    await this.know();
  }

  /** Asks what there is in the month, where that is not known. */
  async know() {
    const month = monthOf(this.at);
    if (this.plan.months.has(month)) return;
    try {
      await this.plan.month(month);
      // Today's sentence wants to know, too.
      this.plan.tell('change');
    } catch (failure) {
      if (!this.plan.signal.aborted) notifyError(failure);
    }
  }

  /** Lays out the month. */
  build() {
    const month = monthOf(this.at);
    this.title.textContent = monthNamed(month);
    this.buttons = new Map(weeks(month).flat().filter((day) => day !== null).map((day) => [day, this.button(day)]));
    this.body.replaceChildren(...weeks(month).map((week) => element('tr', {}, ...week.map((day) =>
      element('td', { role: 'gridcell' }, this.buttons.get(day))))));
  }

  button(day) {
    const made = element('button', { type: 'button', 'data-day': day, onclick: () => this.pick(day) }, String(Number(day.slice(8))));
    return /** @type {HTMLButtonElement} */ (made);
  }

  /** Shows what is known now. */
  draw() {
    for (const [day, button] of this.buttons) this.mark(day, button);
  }

  mark(day, button) {
    const { card } = this.plan;
    const tally = this.plan.tally(day) ?? { todos: 0, done: 0, has_grape: false };
    const kinds = ['date'];
    if (tally.has_grape) kinds.push('has-grape');
    else if (tally.todos > 0) kinds.push('has-todos');
    if (day === card.today) kinds.push('is-today');
    button.className = kinds.join(' ');
    button.tabIndex = day === this.at ? 0 : -1;
    button.setAttribute('aria-label', words(day, card.today, tally));
    button.setAttribute('aria-current', day === card.today ? 'date' : 'false');
    button.parentElement.setAttribute('aria-selected', String(day === this.plan.day));
  }

  pick(day) {
    this.at = day;
    if (day !== this.plan.day) go(address(day, this.plan.card.today));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { at } = this;
    const target = {
      ArrowLeft: () => later(at, -1), ArrowRight: () => later(at, 1), ArrowUp: () => later(at, -7), ArrowDown: () => later(at, 7),
      Home: () => later(at, -column(at)), End: () => later(at, 6 - column(at)),
      PageUp: () => monthsLater(at, event.shiftKey ? -12 : -1), PageDown: () => monthsLater(at, event.shiftKey ? 12 : 1),
    }[event.key];
    if (!target || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.turn(target(), true);
  }
}

function words(day, today, tally) {
  return [named(day, today), tally.todos > 0 && text('card.tally', { done: tally.done, count: tally.todos }),
    tally.has_grape && text('card.hasGrape')].filter(Boolean).join(', ');
}
