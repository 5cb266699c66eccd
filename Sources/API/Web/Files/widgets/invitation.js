// The dialog with a link to a group, to pass on: as an address, by the device's own dialog, or as a QR code.

import { send } from '../core/api.js';
import { element } from '../core/dom.js';
import { text } from '../core/texts.js';
import { closeRow, openDialog } from './dialog.js';
import { qrCode } from './qr-code.js';
import { copyText, shareButton } from './share-button.js';

/** Makes a link that lets one person into a group, and shows it. @param {{id: number, name: string}} workspace */
export async function openInvitation({ id, name }) {
  const { address } = await send('POST', `/api/workspaces/${id}/invitation-links`);
  const title = text('chat.inviteLink');
  const shown = /** @type {HTMLInputElement} */ (element('input', {
    type: 'text', class: 'search-field', readonly: true, value: address, 'aria-label': title,
    onfocus: () => shown.select(),
  }));
  await openDialog(title, (close) => [
    element('p', {}, text('chat.inviteLinkMade')),
    element('div', { class: 'qr-frame' }, qrCode(address, text('chat.inviteCode', { name }))), shown,
    closeRow(close, {
      label: text('chat.close'),
      before: shareButton(name, address, 'small'),
      after: element('button', {
        type: 'button', class: 'small is-main',
        onclick: () => copyText(address, title, text('chat.inviteLinkCopied')),
      }, text('chat.inviteLinkCopy')),
    }),
  ]);
}
