// The button that downloads everything that is kept of the member.

import { ownAccount } from '../../core/login.js';
import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { whileBusy } from '../../widgets/notice.js';
import { save } from '../../widgets/save.js';

export function exportButton() {
  const button = element('button', { type: 'button', class: 'small' }, text('account.export'));
  button.addEventListener('click', () => whileBusy(button, async () => {
    // The browser saves the file by itself, which needs tokens that have not expired.
    await ownAccount();
    save('/api/me/export', 'fourcuts.zip');
  }));
  return button;
}
