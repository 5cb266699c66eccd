// The picture of a profile: chosen, seen at once, and sent while the rest is filled in.

import { isAborted, upload } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { errorText } from '../../widgets/error.js';
import { avatar, photo } from '../../widgets/photo.js';

const largest = 20_000_000;

/**
 * The field, and by `value` the name of the picture that is wanted, once it is there: null for none.
 * @param {{nickname: string, photo: string | null}} account
 * @param {AbortSignal} signal
 */
export function pictureField(account, signal) {
  /** What is wanted; while that is still on its way, when it is there. */
  let wanted = Promise.resolve(account.photo);
  let sending = new AbortController();
  const face = preview(account, signal);
  const progress = progressBar();
  const wrong = element('p', { class: 'field-error', 'aria-live': 'polite' });
  const chooser = /** @type {HTMLInputElement} */ (
    element('input', { type: 'file', accept: 'image/*', class: 'unseen', id: 'field-photo' }));
  const away = element('button', { type: 'button', class: 'small' }, text('account.pictureAway'));

  function want(name) {
    sending.abort();
    progress.hidden = true;
    wrong.textContent = '';
    wanted = Promise.resolve(name);
    face.showPhoto(name);
    away.hidden = !name;
  }

  async function take(file, before) {
    want(before);
    if (file.size > largest) {
      wrong.textContent = text('error.photo-too-large');
      return;
    }
    face.showFile(file);
    progress.hidden = false;
    progress.value = 0;
    sending = new AbortController();
    const { signal: stop } = sending;
    wanted = upload([file], (part) => { progress.value = part; }, stop).then(([{ name }]) => name);
    try {
      const name = await wanted;
      // Not every browser shows what every camera makes; the server does.
      if (!stop.aborted) want(name);
    } catch (failure) {
      if (isAborted(failure)) return;
      want(before);
      wrong.textContent = errorText(failure);
    }
  }

  chooser.addEventListener('change', async () => {
    const [file] = chooser.files ?? [];
    // So that choosing the same file again counts.
    chooser.value = '';
    if (file) take(file, await wanted.catch(() => account.photo));
  });
  away.addEventListener('click', () => {
    want(null);
    chooser.focus();
  });
  signal.addEventListener('abort', () => sending.abort());
  want(account.photo);
  const root = element('div', { class: 'field picture' }, face.root,
    element('div', { class: 'picture-ways' },
      element('div', { class: 'actions' }, chooser,
        element('label', { for: chooser.id, class: 'small' }, text('account.choosePicture')), away),
      progress, wrong));
  return { root, value: () => wanted };
}

const progressBar = () => /** @type {HTMLProgressElement} */ (
  element('progress', { max: 1, hidden: true, 'aria-label': text('account.uploading') }));

/** How the profile looks with a photo, with a file that is not sent yet, or with neither. */
function preview(account, signal) {
  const root = element('div', { class: 'picture-face' });
  let address = '';
  const see = (content, from = '') => {
    URL.revokeObjectURL(address);
    address = from;
    const view = avatar({ ...account, photo: null });
    view.classList.add('is-large');
    if (content) view.replaceChildren(content);
    root.replaceChildren(view);
  };
  signal.addEventListener('abort', () => URL.revokeObjectURL(address));
  return {
    root,
    showPhoto: (name) => see(name && photo(name, 320, '')),
    showFile(file) {
      const from = URL.createObjectURL(file);
      see(element('img', { src: from, alt: '', class: 'photo' }), from);
    },
  };
}
