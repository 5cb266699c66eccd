// The history and the outbox of whoever is logged in: one of each for the whole page, whatever view it shows.

import { member, onSessionChange } from '../../core/session.js';
import { History } from './chat-history.js';
import { Outbox } from './outbox.js';

/** @type {Promise<{history: History, outbox: Outbox}> | null} */
let desk = null;
let deskOf = '';

/** @param {string} account */
export function deskFor(account) {
  if (desk && deskOf === account) return desk;
  deskOf = account;
  desk = (async () => {
    const history = await History.of(account);
    const outbox = new Outbox(history, account);
    await outbox.open();
    return { history, outbox };
  })();
  return desk;
}

onSessionChange(() => {
  if (!desk || member()?.id === deskOf) return;
  desk.then(({ history, outbox }) => {
    outbox.close();
    history.close();
  });
  desk = null;
});
