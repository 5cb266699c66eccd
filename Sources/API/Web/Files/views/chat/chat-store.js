// The chat history and the outbox of the member: one of each for the whole page, whichever view it shows.

import { member, onSessionChange } from '../../core/session.js';
import { ChatHistory } from './chat-history.js';
import { Outbox } from './outbox.js';

/** @type {Promise<{history: ChatHistory, outbox: Outbox}> | null} */
let store = null;
let owner = '';

/** @param {string} account */
export function openChatStore(account) {
  if (store && owner === account) return store;
  owner = account;
  store = (async () => {
    const history = await ChatHistory.open(account);
    const outbox = new Outbox(history, account);
    await outbox.open();
    return { history, outbox };
  })();
  return store;
}

onSessionChange(() => {
  if (!store || member()?.id === owner) return;
  store.then(({ history, outbox }) => {
    outbox.close();
    history.close();
  });
  store = null;
});
