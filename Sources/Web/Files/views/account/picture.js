// The picture of a profile: chosen, seen at once, and sent while the rest is filled in.

import { isReplaced, upload } from '../../api.js';
import { element } from '../../dom.js';
import { text } from '../../texts.js';
import { avatar, explain, photo } from '../../ui.js';

const largest = 20_000_000;

/**
 * The field, and by `value` the name of the picture that is wanted, once it is there: null for none.
 * @param {{nickname: string, photo: string | null}} account
 * @param {AbortSignal} signal
 */
export function pictureField(account, signal) {
  /** What is wanted, and where that is still on its way, when it is there. */
  let wanted = Promise.resolve(account.photo);
  let sending = new AbortController();
  let shown = '';
  const face = element('div', { class: 'picture-face' });
  const progress = /** @type {HTMLProgressElement} */ (element('progress', { max: 1, hidden: true, 'aria-label': text('account.uploading') }));
  const wrong = element('p', { class: 'field-error', 'aria-live': 'polite' });
  const chooser = /** @type {HTMLInputElement} */ (element('input', { type: 'file', accept: 'image/*', class: 'unseen', id: 'field-photo' }));
  const away = element('button', { type: 'button', class: 'small' }, text('account.pictureAway'));

  function see(content) {
    URL.revokeObjectURL(shown);
    const view = avatar({ ...account, photo: null });
    view.classList.add('is-large');
    if (content) view.replaceChildren(content);
    face.replaceChildren(view);
    away.hidden = !content;
  }

  const seeName = (name) => see(name && photo(name, 320, ''));

  function want(name) {
    sending.abort();
    progress.hidden = true;
    wrong.textContent = '';
    wanted = Promise.resolve(name);
    seeName(name);
  }

  async function take(file, before) {
    want(before);
    if (file.size > largest) {
      wrong.textContent = text('error.photo-too-large');
      return;
    }
    see(element('img', { src: shown = URL.createObjectURL(file), alt: '', class: 'photo' }));
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
      if (isReplaced(failure)) return;
      want(before);
      wrong.textContent = explain(failure);
    }
  }

  chooser.addEventListener('change', async () => {
    const [file] = chooser.files ?? [];
    chooser.value = '';
    if (file) take(file, await wanted.catch(() => account.photo));
  });
  away.addEventListener('click', () => {
    want(null);
    chooser.focus();
  });
  signal.addEventListener('abort', () => {
    sending.abort();
    URL.revokeObjectURL(shown);
  });
  seeName(account.photo);
  const root = element('div', { class: 'field picture' }, face,
    element('div', { class: 'picture-ways' },
      element('div', { class: 'actions' }, chooser,
        element('label', { for: 'field-photo', class: 'small' }, text('account.choosePicture')), away),
      progress, wrong));
  return { root, value: () => wanted };
}
