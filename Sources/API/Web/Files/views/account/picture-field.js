// The field for a profile's picture, which is uploaded while the rest of the form is filled in.

import { isAborted, maxPhotoBytes, upload } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { errorText } from '../../widgets/error.js';
import { avatar, photo } from '../../widgets/photo.js';

/**
 * The field. `value` resolves to the name of the picture once it is uploaded; null for none.
 * @param {{nickname: string, photo: string | null}} account
 * @param {AbortSignal} signal
 */
export function pictureField(account, signal) {
  /** The name of the picture; pending while it is uploaded. */
  let picture = Promise.resolve(account.photo);
  let uploading = new AbortController();
  const shown = preview(account, signal);
  const progress = progressBar();
  const wrong = element('p', { class: 'field-error', 'aria-live': 'polite' });
  const chooser = /** @type {HTMLInputElement} */ (
    element('input', { type: 'file', accept: 'image/*', class: 'unseen', id: 'field-photo' }));
  const remove = element('button', { type: 'button', class: 'small' }, text('account.removePicture'));

  function setPicture(name) {
    uploading.abort();
    progress.hidden = true;
    wrong.textContent = '';
    picture = Promise.resolve(name);
    shown.showPhoto(name);
    remove.hidden = !name;
  }

  async function uploadFile(file, before) {
    setPicture(before);
    if (file.size > maxPhotoBytes) {
      wrong.textContent = text('error.photo-too-large');
      return;
    }
    shown.showFile(file);
    progress.hidden = false;
    progress.value = 0;
    uploading = new AbortController();
    const { signal: aborted } = uploading;
    picture = upload([file], (part) => { progress.value = part; }, aborted).then(([{ name }]) => name);
    try {
      const name = await picture;
      // The server's version replaces the file: not every browser shows the formats of every camera.
      if (!aborted.aborted) setPicture(name);
    } catch (failure) {
      if (isAborted(failure)) return;
      setPicture(before);
      wrong.textContent = errorText(failure);
    }
  }

  chooser.addEventListener('change', async () => {
    const [file] = chooser.files ?? [];
    // Otherwise choosing the same file again would fire no change event.
    chooser.value = '';
    if (file) uploadFile(file, await picture.catch(() => account.photo));
  });
  remove.addEventListener('click', () => {
    setPicture(null);
    chooser.focus();
  });
  signal.addEventListener('abort', () => uploading.abort());
  setPicture(account.photo);
  const root = element('div', { class: 'field picture' }, shown.root,
    element('div', { class: 'picture-ways' },
      element('div', { class: 'actions' }, chooser,
        element('label', { for: chooser.id, class: 'small' }, text('account.choosePicture')), remove),
      progress, wrong));
  return { root, value: () => picture };
}

const progressBar = () => /** @type {HTMLProgressElement} */ (
  element('progress', { max: 1, hidden: true, 'aria-label': text('account.uploading') }));

/** The picture as the profile shows it: a photo, a file before its upload, or neither. */
function preview(account, signal) {
  const root = element('div', { class: 'picture-face' });
  let address = '';
  const show = (content, from = '') => {
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
    showPhoto: (name) => show(name && photo(name, 320, '')),
    showFile(file) {
      const from = URL.createObjectURL(file);
      show(element('img', { src: from, alt: '', class: 'photo' }), from);
    },
  };
}
