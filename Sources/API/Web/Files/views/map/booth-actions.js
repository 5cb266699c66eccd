// What one can do with a booth: save it, share it, copy its address, say what is wrong with it.

import { element } from '../../core/dom.js';
import { isSaved, setSaved } from '../../core/saved-booths.js';
import { loadStyleSheet } from '../../core/style-sheets.js';
import { text } from '../../core/texts.js';
import { icon } from '../../widgets/icon.js';
import { notify, notifyError, whileBusy } from '../../widgets/notice.js';
import { copyText, shareButton } from '../../widgets/share-button.js';

/** The heart. Without an account the device keeps it. @param {any} booth @param {() => void} onChange */
export function saveButton(booth, onChange) {
  let isOn = false;
  const button = element('button', { type: 'button', class: 'icon-button save', onclick: toggle });
  show();
  isSaved(booth.id).then((saved) => {
    isOn = saved;
    show();
  }, () => {});
  return button;

  function show() {
    button.setAttribute('aria-pressed', String(isOn));
    button.setAttribute('aria-label', text('booth.save'));
    button.title = text('booth.save');
    button.replaceChildren(icon(isOn ? 'heart-full' : 'heart'));
  }

  /** Shows the change at once, and reverts it if the server rejects it. */
  function toggle() {
    return whileBusy(button, async () => {
      isOn = !isOn;
      show();
      try {
        await setSaved(booth, isOn);
        notify(text(isOn ? 'booth.saved' : 'booth.unsaved'));
        onChange();
      } catch (failure) {
        isOn = !isOn;
        show();
        notifyError(failure);
      }
    });
  }
}

export const shareBoothButton = ({ id, name }) => shareButton(name, `/booths/${id}`, 'small');

/** Copies the address, which other apps search for; null without one. */
export function copyButton({ road_address: road, lot_address: lot }) {
  const address = road ?? lot;
  return address && element('button', {
    type: 'button', class: 'link', onclick: () => copyText(address, text('booth.copyAddress'), text('booth.copied')),
  }, text('booth.copyAddress'));
}

/** The dialog and its styles are loaded when it is first needed. */
export const correctionButton = (booth) => element('button', {
  type: 'button', class: 'small',
  onclick: (event) => whileBusy(event.currentTarget, async () => {
    const [{ openCorrectionDialog }] = await Promise.all([
      import('./correction-dialog.js'), loadStyleSheet('widgets/widgets.css'),
    ]);
    openCorrectionDialog(booth);
  }),
}, icon('flag'), text('correction.open'));
