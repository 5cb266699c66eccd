// The dialog in which a person says what is wrong with a booth.

import { Problem, get, send } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { go, loginAddress } from '../../core/navigation.js';
import { member } from '../../core/session.js';
import { boothName, loadTextsOfViews, localFields, text } from '../../core/texts.js';
import { closeRow, openDialog } from '../../widgets/dialog.js';
import { field, formOfChoice } from '../../widgets/form.js';
import { notify } from '../../widgets/notice.js';
import { PhotosField } from '../../widgets/photos-field.js';
import { correctionWish } from './url-state.js';

const kinds = ['closed', 'moved', 'hours', 'price', 'photo', 'duplicate', 'other'];
/** How far away a duplicate may be, and how many are offered. */
const nearby = { radius: '300m', limit: 10 };
const maxPhotos = 3;

/** Asks what is wrong, and sends it. @param {any} booth */
export async function openCorrectionDialog(booth) {
  if (!member()) return go(loginAddress(correctionWish));
  await loadTextsOfViews();
  const neighbours = await neighboursOf(booth);
  const closing = new AbortController();
  const photos = new PhotosField([],
    { maxCount: maxPhotos, hint: text('correction.photosHint', { count: maxPhotos }), signal: closing.signal });
  const isSent = await openDialog(text('correction.title'),
    (close) => [correctionForm(booth, neighbours, photos, () => close(true)), closeRow(close)]);
  closing.abort();
  photos.close();
  return isSent && notify(text('correction.sent'));
}

/** The booths that it may be a duplicate of; none if they cannot be loaded. */
async function neighboursOf({ id, latitude, longitude }) {
  try {
    const { booths } = await get('/api/booths/near',
      { lat: latitude, lon: longitude, ...nearby, fields: `name${localFields}` });
    return booths.filter((booth) => booth.id !== id);
  } catch {
    return [];
  }
}

function correctionForm(booth, neighbours, photos, onSent) {
  const offered = neighbours.length > 0 ? kinds : kinds.filter((kind) => kind !== 'duplicate');
  const choices = offered.map((kind) => element('label', { class: 'reason' },
    element('input', { type: 'radio', name: 'kind', value: kind, onchange: showFields }),
    text(`correction.kind.${kind}`)));
  const note = /** @type {HTMLTextAreaElement} */ (element('textarea', { rows: '3', maxlength: '1000' }));
  const other = /** @type {HTMLSelectElement} */ (element('select', { class: 'choice' },
    ...neighbours.map((one) => element('option', { value: one.id }, boothName(one)))));
  const otherField = field('duplicate', text('correction.duplicateOf'), other);
  const made = formOfChoice({
    fields: [
      element('fieldset', { class: 'reasons' }, element('legend', {}, text('correction.what')), ...choices),
      otherField, field('note', text('correction.note'), note, text('correction.noteHint')), photos.root,
    ],
    action: text('send'),
    submit: async (filled) => {
      const kind = new FormData(filled).get('kind');
      if (!(await photos.allSent())) throw new Problem(400, { code: 'photos-unsent', parameter: 'photos' });
      await send('POST', `/api/booths/${booth.id}/corrections`,
        { kind, note: note.value.trim(), duplicate: kind === 'duplicate' ? Number(other.value) : null,
          photos: photos.names });
      onSent();
    },
  });
  showFields();
  return made;

  function showFields() {
    otherField.hidden = !choices.some((choice) => choice.querySelector('input')?.checked
      && choice.querySelector('input')?.value === 'duplicate');
  }
}
