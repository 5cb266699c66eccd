// What one can do with a booth: save it, share it, copy its address, say what is wrong with it.

import { element } from '../../core/dom.js';
import { isSaved, onSavedChange, setSaved } from '../../core/saved-booths.js';
import { loadStyleSheet } from '../../core/style-sheets.js';
import { boothName, text } from '../../core/texts.js';
import { icon } from '../../widgets/icon.js';
import { notify, notifyError, whileBusy } from '../../widgets/notice.js';
import { copyText, shareButton } from '../../widgets/share-button.js';

/** The heart. Without an account the device keeps it. @param {any} booth */
export function saveButton(booth) {
  let isOn = false;
  const button = element('button', { type: 'button', class: 'icon-button save', onclick: toggle });
  show();
  read();
  const stop = new AbortController();
  onSavedChange(() => (button.isConnected ? read() : stop.abort()), stop.signal);
  return button;

  function read() {
    isSaved(booth.id).then((saved) => {
      isOn = saved;
      show();
    }, () => {});
  }

  function show() {
    button.setAttribute('aria-pressed', String(isOn));
    button.setAttribute('aria-label', text('booth.save'));
    button.title = text('booth.save');
    button.replaceChildren(icon(isOn ? 'heart-full' : 'heart'));
  }

  /** The change is shown at once, and taken back if the server rejects it. */
  async function toggle() {
    isOn = !isOn;
    show();
    const isWanted = isOn;
    try {
      await setSaved(booth, isWanted);
      notify(text(isWanted ? 'booth.saved' : 'booth.unsaved'));
    } catch (failure) {
      read();
      notifyError(failure);
    }
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

/** Shows the address of a booth as a QR code, for another phone or for print. */
export const codeButton = (booth) => element('button', {
  type: 'button', class: 'small',
  onclick: (event) => whileBusy(event.currentTarget, () => showCode(booth.id, boothName(booth))),
}, text('booth.code'));

async function showCode(id, name) {
  const [{ closeRow, openDialog }, { qrCode }] = await Promise.all([
    import('../../widgets/dialog.js'), import('../../widgets/qr-code.js'), loadStyleSheet('widgets/widgets.css'),
  ]);
  const address = new URL(`/booths/${id}`, location.origin).href;
  openDialog(name, (close) => [
    element('p', {}, text('booth.codeHint')),
    element('div', { class: 'qr-frame' }, qrCode(address, text('booth.codeOf', { name }))),
    closeRow(close, { label: text('done') }),
  ]);
}

/** The dialog that corrects a booth. It and its styles are loaded when it is first needed. */
export async function openCorrection() {
  const [{ openCorrectionDialog }] = await Promise.all([
    import('./correction-dialog.js'), loadStyleSheet('widgets/widgets.css'),
  ]);
  return openCorrectionDialog;
}

export const correctionButton = (booth) => element('button', {
  type: 'button', class: 'small',
  onclick: (event) => whileBusy(event.currentTarget, async () => { (await openCorrection())(booth); }),
}, icon('flag'), text('correction.open'));
