// The form for writing a message. It stores a draft for each channel until the message is sent.

import { maxPhotoBytes } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { iconButton } from '../../widgets/icon.js';
import { notify, notifyError } from '../../widgets/notice.js';
import { photoPreview } from './photo-album.js';

const maxCharacters = 5_000;
const maxPhotos = 5;

/**
 * @param {{draft: import('../../core/member-data.js').StoredValue, signal: AbortSignal,
 *   send: (text: string, files: File[]) => void, change: (message: any, text: string) => Promise<void>,
 *   last: () => any}} parts `last`: the member's last message
 */
export function composer({ draft, signal, send, change, last }) {
  /** @type {File[]} */
  let files = [];
  /** The message that is being changed. */
  let edited = null;

  const box = /** @type {HTMLTextAreaElement} */ (element('textarea', {
    class: 'composer-text', rows: 1, 'aria-label': text('chat.write'), placeholder: text('chat.write'),
    enterkeyhint: 'send',
    'aria-describedby': 'composer-note',
  }));
  const chooser = /** @type {HTMLInputElement} */ (element('input', {
    type: 'file', accept: 'image/*', multiple: true, hidden: true, 'aria-label': text('chat.addPhotos'),
  }));
  const pictures = element('ul', { class: 'composer-photos', 'aria-label': text('chat.photosToSend') });
  const note = element('p', { class: 'composer-note', id: 'composer-note', role: 'status' });
  const banner = element('div', { class: 'composer-edit', hidden: true });
  const addButton = iconButton('photo', text('chat.addPhotos'), () => chooser.click());
  const sendButton = iconButton('send', text('send'), () => submit(), { class: 'icon-button composer-send' });
  const root = element('div', { class: 'composer' }, banner, pictures, note,
    element('div', { class: 'composer-line' }, addButton, chooser, box, sendButton));

  function update() {
    box.style.setProperty('height', 'auto');
    box.style.setProperty('height', `${box.scrollHeight + 2}px`);
    const length = [...box.value].length;
    note.textContent = length > maxCharacters ? text('chat.tooLong', { count: length - maxCharacters }) : '';
    const isEmpty = !box.value.trim() && !files.length && !edited?.photos.length;
    sendButton.toggleAttribute('disabled', length > maxCharacters || isEmpty);
  }

  function submit() {
    const written = box.value.trim();
    box.focus();
    if (sendButton.hasAttribute('disabled')) return;
    if (edited) return submitChange(written);
    const chosen = files;
    draft.remove();
    box.value = '';
    setFiles([]);
    send(written, chosen);
  }

  async function submitChange(written) {
    const message = edited;
    if (written === message.text) return stopEditing();
    box.setAttribute('aria-busy', 'true');
    try {
      await change(message, written);
      if (edited === message) stopEditing();
    } catch (failure) {
      notifyError(failure);
    } finally {
      box.removeAttribute('aria-busy');
    }
  }

  // MARK: Editing

  function edit(message) {
    if (!edited) draft.save(box.value);
    edited = message;
    banner.replaceChildren(element('span', {}, text('chat.editing')),
      iconButton('close', text('chat.stopEditing'), stopEditing));
    banner.hidden = false;
    addButton.hidden = true;
    pictures.hidden = true;
    box.value = message.text;
    update();
    box.focus();
  }

  function stopEditing() {
    edited = null;
    banner.hidden = true;
    addButton.hidden = false;
    pictures.hidden = false;
    box.value = draft.load() ?? '';
    update();
    box.focus();
  }

  // MARK: Photos

  function addFiles(chosen) {
    const usable = chosen.filter(({ size }) => size <= maxPhotoBytes);
    if (usable.length < chosen.length) notify(text('chat.photoTooLarge'));
    if (files.length + usable.length > maxPhotos) notify(text('photosAtMost', { count: maxPhotos }));
    setFiles([...files, ...usable].slice(0, maxPhotos));
  }

  let previews = new AbortController();
  function setFiles(chosen) {
    files = chosen;
    previews.abort();
    previews = new AbortController();
    pictures.replaceChildren(...files.map((file, index) => element('li', {}, photoPreview(file, previews.signal),
      iconButton('close', text('chat.removePhoto', { number: index + 1 }), () => {
        setFiles(files.filter((other) => other !== file));
        box.focus();
      }))));
    update();
  }

  // MARK: Keys

  box.addEventListener('input', () => {
    if (!edited) draft.save(box.value);
    update();
  });
  box.addEventListener('keydown', (event) => {
    // While a syllable is composed, Enter ends it; one browser signals that by the key code only.
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
    addFiles(pasted);
  });
  chooser.addEventListener('change', () => {
    addFiles([...(chooser.files ?? [])]);
    chooser.value = '';
    box.focus();
  });
  signal.addEventListener('abort', () => previews.abort());

  box.value = draft.load() ?? '';
  // The height is known once the box is in the page.
  requestAnimationFrame(update);
  return { root, edit, focus: () => box.focus(),
    stopEditing: (message) => { if (edited?.id === message.id) stopEditing(); } };
}
