// Where something is written: it keeps what was begun, for each channel, until it is sent.

import { element } from '../../core/dom.js';
import { getStored, removeStored, setStored } from '../../core/storage.js';
import { text } from '../../core/texts.js';
import { iconButton } from '../../widgets/icon.js';
import { notify, notifyError } from '../../widgets/notice.js';
import { preview } from './photo-album.js';

const longest = 5_000;
const mostPhotos = 5;
const largest = 20_000_000;

/**
 * @param {{draft: string, signal: AbortSignal, send: (text: string, files: File[]) => void,
 *   change: (message: any, text: string) => Promise<void>, last: () => any}} parts `draft` names what is kept; `last` is
 *   one's own last message
 */
export function composer({ draft, signal, send, change, last }) {
  /** @type {File[]} */
  let files = [];
  /** The message that is being changed. */
  let edited = null;

  const box = /** @type {HTMLTextAreaElement} */ (element('textarea', {
    class: 'composer-text', rows: 1, 'aria-label': text('chat.write'), placeholder: text('chat.write'), enterkeyhint: 'send',
    'aria-describedby': 'composer-note',
  }));
  const chooser = /** @type {HTMLInputElement} */ (element('input', {
    type: 'file', accept: 'image/*', multiple: true, hidden: true, 'aria-label': text('chat.addPhotos'),
  }));
  const pictures = element('ul', { class: 'composer-photos', 'aria-label': text('chat.photosToSend') });
  const note = element('p', { class: 'composer-note', id: 'composer-note', role: 'status' });
  const banner = element('div', { class: 'composer-edit', hidden: true });
  const add = iconButton('photo', text('chat.addPhotos'), () => chooser.click());
  const go = iconButton('send', text('send'), () => submit(), { class: 'icon-button composer-send' });
  const root = element('div', { class: 'composer' }, banner, pictures, note,
    element('div', { class: 'composer-line' }, add, chooser, box, go));

  function fit() {
    box.style.setProperty('height', 'auto');
    box.style.setProperty('height', `${box.scrollHeight + 2}px`);
    const length = [...box.value].length;
    note.textContent = length > longest ? text('chat.tooLong', { count: length - longest }) : '';
    const isEmpty = !box.value.trim() && !files.length && !edited?.photos.length;
    go.toggleAttribute('disabled', length > longest || isEmpty);
  }

  function submit() {
    const words = box.value.trim();
    box.focus();
    if (go.hasAttribute('disabled')) return;
    if (edited) return changeIt(words);
    const chosen = files;
    removeStored(draft);
    box.value = '';
    choose([]);
    send(words, chosen);
  }

  async function changeIt(words) {
    const message = edited;
    if (words === message.text) return stopEditing();
    box.setAttribute('aria-busy', 'true');
    try {
      await change(message, words);
      if (edited === message) stopEditing();
    } catch (failure) {
      notifyError(failure);
    } finally {
      box.removeAttribute('aria-busy');
    }
  }

  // MARK: Changing

  function edit(message) {
    if (!edited) setStored(draft, box.value);
    edited = message;
    banner.replaceChildren(element('span', {}, text('chat.editing')), iconButton('close', text('chat.stopEditing'), stopEditing));
    banner.hidden = false;
    add.hidden = true;
    pictures.hidden = true;
    box.value = message.text;
    fit();
    box.focus();
  }

  function stopEditing() {
    edited = null;
    banner.hidden = true;
    add.hidden = false;
    pictures.hidden = false;
    box.value = getStored(draft) ?? '';
    fit();
    box.focus();
  }

  // MARK: Photos

  function take(chosen) {
    const usable = chosen.filter(({ size }) => size <= largest);
    if (usable.length < chosen.length) notify(text('chat.photoTooLarge'));
    if (files.length + usable.length > mostPhotos) notify(text('chat.photosAtMost', { count: mostPhotos }));
    choose([...files, ...usable].slice(0, mostPhotos));
  }

  let previews = new AbortController();
  function choose(chosen) {
    files = chosen;
    previews.abort();
    previews = new AbortController();
    pictures.replaceChildren(...files.map((file, place) => element('li', {}, preview(file, previews.signal),
      iconButton('close', text('chat.dropPhoto', { place: place + 1 }), () => {
        choose(files.filter((other) => other !== file));
        box.focus();
      }))));
    fit();
  }

  // MARK: Keys

  box.addEventListener('input', () => {
    if (!edited) setStored(draft, box.value);
    fit();
  });
  box.addEventListener('keydown', (event) => {
    // While a syllable is put together Enter ends it; one browser only tells so by the number.
    if (event.isComposing || event.keyCode === 229) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      submit();
    } else if (event.key === 'Escape' && edited) stopEditing();
    else if (event.key === 'ArrowUp' && !box.value && !edited && !files.length && last()) {
      event.preventDefault();
      edit(last());
    }
  });
  box.addEventListener('paste', (event) => {
    const pasted = [...(event.clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
    if (!pasted.length || edited) return;
    event.preventDefault();
    take(pasted);
  });
  chooser.addEventListener('change', () => {
    take([...(chooser.files ?? [])]);
    chooser.value = '';
    box.focus();
  });
  signal.addEventListener('abort', () => previews.abort());

  box.value = getStored(draft) ?? '';
  // Its height is known once it is in the page.
  requestAnimationFrame(fit);
  return { root, edit, focus: () => box.focus(), stopEditing: (message) => { if (edited?.id === message.id) stopEditing(); } };
}
