// Requests that take effect once, however often they are sent.

import { Problem, send } from './api.js';
import { randomKey } from './random.js';
import { getStored, removeStored, setStored } from './storage.js';

/** How long to wait for an earlier attempt that the server still works on, in milliseconds. */
const maxWait = 60_000;

/**
 * Sends a POST request that takes effect once. Until the server has answered, each attempt carries the same
 * `Idempotency-Key`, also after the page was reloaded, so that a lost answer does no harm. If the body has changed
 * since the lost attempt, the request is sent under a new key.
 * @param {string} name what is done, by whom or to what
 * @param {string} path
 * @param {object} body
 */
export async function sendOnce(name, path, body) {
  const keyName = `once.${name}`;
  const storedKey = getStored(keyName);
  const key = storedKey ?? randomKey();
  setStored(keyName, key);
  try {
    const answer = await waitingForOthers(() => send('POST', path, body, { headers: { 'Idempotency-Key': key } }));
    removeStored(keyName);
    return answer;
  } catch (failure) {
    if (isFinal(failure)) removeStored(keyName);
    if (storedKey && failure instanceof Problem && failure.code === 'idempotency-key-reused') {
      return sendOnce(name, path, body);
    }
    throw failure;
  }
}

/** Whether the server has decided, and would answer the same again. */
const isFinal = (failure) => failure instanceof Problem && failure.status >= 400 && failure.status < 500
  && ![401, 408, 429].includes(failure.status) && !isInProgress(failure);

const isInProgress = (failure) => failure instanceof Problem && failure.code === 'idempotency-key-in-use';

/** Repeats an attempt while the server works on an earlier one, such as that of a page that was reloaded meanwhile. */
async function waitingForOthers(attempt) {
  const end = Date.now() + maxWait;
  for (let pause = 500; ; pause = Math.min(pause * 2, 5000)) {
    try {
      return await attempt();
    } catch (failure) {
      if (!isInProgress(failure) || Date.now() + pause > end) throw failure;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
