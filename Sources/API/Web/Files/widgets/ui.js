// What several views are built of: pictures of people, forms that say what is wrong, questions, notices, endless lists.

import { Problem, Unreachable, isReplaced } from '../core/api.js';
import { byId, element, present } from '../core/dom.js';
import { loginAddress } from '../router.js';
import { has, text } from '../core/texts.js';

const icons = new URL('../icons.svg', import.meta.url).href;

/** A drawing of `icons.svg`; it says nothing to those who hear the page. */
export function icon(name) {
  const drawing = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  drawing.setAttribute('class', 'icon');
  drawing.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  use.setAttribute('href', `${icons}#${name}`);
  drawing.append(use);
  return drawing;
}

/** A button with a drawing and a name that is only heard. */
export const iconButton = (name, label, onclick, more = {}) =>
  element('button', { type: 'button', class: 'icon-button', 'aria-label': label, title: label, onclick, ...more }, icon(name));

/** A photo by its name. @param {320 | 960} width */
export function photo(name, width, alt) {
  const image = /** @type {HTMLImageElement} */ (element('img', {
    src: `/api/photos/${name}?width=${width}`, alt, loading: 'lazy', decoding: 'async', class: 'photo',
  }));
  image.addEventListener('error', () => image.classList.add('is-missing'));
  return image;
}

/** The picture of a person, or the first letter of the name. @param {{nickname: string, photo: string | null}} person */
export function avatar(person) {
  const face = element('span', { class: 'avatar', 'aria-hidden': 'true' });
  if (person.photo) face.append(photo(person.photo, 320, ''));
  else face.append([...person.nickname][0] ?? '?');
  return face;
}

// MARK: What goes wrong

/** Why something failed, in the page's language. */
export function explain(failure) {
  if (failure instanceof Unreachable) return text('error.unreachable');
  if (!(failure instanceof Problem)) return text('error.other');
  const minutes = Math.max(1, Math.ceil((failure.retryAfter ?? 60) / 60));
  if (has(`error.${failure.code}`)) return text(`error.${failure.code}`, { minutes });
  if (failure.status === 401) return text('error.loggedOut');
  if (failure.status === 404) return text('error.missing');
  if (failure.status === 429 || failure.status === 503) return text('error.busy');
  return text('error.detail', { detail: failure.message });
}

/** Fills a place with why it has nothing to show, and with a way to try again or to log in. */
export function failed(root, failure, again = null) {
  if (isReplaced(failure)) return;
  if (!(failure instanceof Problem || failure instanceof Unreachable)) console.error(failure);
  root.append(element('div', { class: 'failed', role: 'alert' },
    element('p', {}, explain(failure)),
    failure.status === 401 ? element('a', { class: 'small', href: loginAddress() }, text('nav.login'))
      : again && element('button', { type: 'button', class: 'small', onclick: again }, text('tryAgain'))));
}

// MARK: Notices and questions

/** Says something in passing. */
export function notice(words) {
  const place = byId('notices');
  const line = element('p', { class: 'notice' }, words);
  place.append(line);
  setTimeout(() => line.remove(), 6000);
}

/** Tells in passing why something failed. */
export function complain(failure) {
  if (isReplaced(failure)) return;
  if (!(failure instanceof Problem || failure instanceof Unreachable)) console.error(failure);
  notice(explain(failure));
}

/** How many there have been: one may open over another. */
let dialogs = 0;

/**
 * A window over the page: `content` gets a function that closes it. What it was closed with; null where it was left.
 * @template T
 * @param {string} title
 * @param {(close: (value: T) => void) => (Node | null | false)[]} content
 * @returns {Promise<T | null>}
 */
export function dialog(title, content) {
  return new Promise((resolve) => {
    dialogs += 1;
    const id = `dialog-title-${dialogs}`;
    const window = /** @type {HTMLDialogElement} */ (element('dialog', { class: 'dialog', 'aria-labelledby': id }));
    let answer = null;
    const close = (value) => {
      answer = value;
      window.close();
    };
    window.append(element('h2', { id }, title), ...present(content(close)));
    window.addEventListener('click', (event) => { if (event.target === window) window.close(); });
    // What is behind a window is neither heard nor in reach: notices come along.
    const notices = byId('notices');
    const home = notices.parentElement;
    window.addEventListener('close', () => {
      (home.isConnected ? home : document.body).append(notices);
      window.remove();
      resolve(answer);
    });
    document.body.append(window);
    window.append(notices);
    window.showModal();
  });
}

/** Whether the person wants what cannot be undone. @returns {Promise<boolean>} */
export async function confirmed(title, words, act) {
  const answer = await dialog(title, (close) => [
    element('p', {}, words),
    element('div', { class: 'actions' },
      element('button', { type: 'button', class: 'small', onclick: () => close(false) }, text('cancel')),
      element('button', { type: 'button', class: 'small is-main', onclick: () => close(true) }, act)),
  ]);
  return answer === true;
}

/** Lets a button do one thing at a time, and tells what goes wrong. */
export async function whileBusy(button, work) {
  if (button.getAttribute('aria-busy') === 'true') return undefined;
  button.setAttribute('aria-busy', 'true');
  try {
    return await work();
  } catch (failure) {
    complain(failure);
    return undefined;
  } finally {
    button.removeAttribute('aria-busy');
  }
}

// MARK: Forms

/**
 * A field with its label, a hint, and a place for what is wrong with it. `control` is the input itself.
 * @param {string} name what the API calls it
 * @param {string} label
 * @param {HTMLElement} control
 * @param {string} [hint]
 */
export function field(name, label, control, hint = '') {
  control.id = `field-${name}`;
  control.setAttribute('name', name);
  const about = element('p', { class: 'field-hint', id: `hint-${name}` }, hint);
  const wrong = element('p', { class: 'field-error', id: `error-${name}`, 'aria-live': 'polite' });
  control.setAttribute('aria-describedby', `hint-${name} error-${name}`);
  return element('div', { class: 'field' }, element('label', { for: control.id }, label), control, about, wrong);
}

/** Says what is wrong with a field of a form; an empty text: nothing is. */
export function mistake(form, name, words) {
  const place = form.querySelector(`#error-${CSS.escape(name)}`);
  if (place) place.textContent = words;
  const control = form.querySelector(`#field-${CSS.escape(name)}`);
  if (words) control?.setAttribute('aria-invalid', 'true');
  else control?.removeAttribute('aria-invalid');
}

/**
 * A form: `submit` does its work; what the server refuses is told at the field that it names, else above the button.
 * @param {{fields: (Node | null | false)[], action: string, submit: (form: HTMLFormElement) => Promise<void>}} parts
 * @returns {HTMLFormElement}
 */
export function form({ fields, action, submit }) {
  const wrong = element('p', { class: 'form-error', role: 'alert' });
  const button = element('button', { type: 'submit', class: 'button is-main' }, action);
  const made = /** @type {HTMLFormElement} */ (element('form', { class: 'form', novalidate: true }, ...fields, wrong, button));
  made.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (button.getAttribute('aria-busy') === 'true') return;
    button.setAttribute('aria-busy', 'true');
    wrong.textContent = '';
    for (const control of made.querySelectorAll('[aria-invalid]')) mistake(made, control.getAttribute('name') ?? '', '');
    try {
      await submit(made);
    } catch (failure) {
      if (isReplaced(failure)) return;
      if (!(failure instanceof Problem || failure instanceof Unreachable)) console.error(failure);
      const name = failure.parameter;
      if (name && made.querySelector(`#error-${CSS.escape(name)}`)) {
        mistake(made, name, explain(failure));
        /** @type {HTMLElement | null} */ (made.querySelector(`#field-${CSS.escape(name)}`))?.focus();
      } else wrong.textContent = explain(failure);
    } finally {
      button.removeAttribute('aria-busy');
    }
  });
  return made;
}

// MARK: Endless lists

/**
 * A list that goes on as it is scrolled, by the cursor of its pages; a button stands for it where nothing scrolls.
 * @param {{load: (cursor: string | null) => Promise<{items: any[], next: string | null}>, item: (value: any) => Node,
 *   empty: () => Node, signal: AbortSignal, label: string, class?: string}} parts
 */
export function endless({ load, item, empty, signal, label, class: style = '' }) {
  const list = element('ol', { class: `endless ${style}`, 'aria-label': label });
  const foot = element('div', { class: 'foot' });
  const root = element('div', {}, list, foot);
  let cursor = null;
  let isLoading = false;
  // The margin only counts around what scrolls: a page of the list is there before its end comes into sight.
  const watcher = new IntersectionObserver((seen) => { if (seen.some((it) => it.isIntersecting)) more(); }, { root: byId('view'), rootMargin: '600px' });
  signal.addEventListener('abort', () => watcher.disconnect());

  async function more() {
    if (isLoading || signal.aborted) return;
    isLoading = true;
    list.setAttribute('aria-busy', 'true');
    watcher.disconnect();
    try {
      const page = await load(cursor);
      if (signal.aborted) return;
      cursor = page.next;
      list.append(...page.items.map((value) => element('li', {}, item(value))));
      foot.replaceChildren();
      if (cursor) {
        foot.append(element('button', { type: 'button', class: 'small', onclick: more }, text('more')));
        watcher.observe(foot);
      } else if (!list.childElementCount) foot.append(empty());
    } catch (failure) {
      foot.replaceChildren();
      failed(foot, failure, more);
    } finally {
      isLoading = false;
      list.removeAttribute('aria-busy');
    }
  }

  return { root, list, first: more() };
}
