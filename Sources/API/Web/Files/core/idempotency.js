// Requests that count once, however often they are sent.

import { Problem, newKey, send } from './api.js';
import { forget, keep, kept } from './storage.js';

/** How long the same request may be under way at the server, in milliseconds, before somebody else may begin it. */
const longest = 60_000;

/**
 * Has the server do something once. Until it has answered, each repetition carries the same key, also after the page was
 * loaded anew: a lost answer costs nothing. Where something else is to be done by now, that is done, under a new key.
 * @param {string} name what is done, of whom or what
 * @param {string} path
 * @param {object} body
 */
export async function once(name, path, body) {
  const place = `once.${name}`;
  const before = kept(place);
  const key = before ?? newKey();
  keep(place, key);
  try {
    const answer = await patiently(() => send('POST', path, body, { headers: { 'Idempotency-Key': key } }));
    forget(place);
    return answer;
  } catch (failure) {
    if (isAnswer(failure)) forget(place);
    if (before && failure instanceof Problem && failure.code === 'idempotency-key-reused') return once(name, path, body);
    throw failure;
  }
}

/** Whether the server has decided, and would say the same again. */
const isAnswer = (failure) => failure instanceof Problem && failure.status >= 400 && failure.status < 500
  && ![401, 408, 429].includes(failure.status) && !isUnderWay(failure);

const isUnderWay = (failure) => failure instanceof Problem && failure.code === 'idempotency-key-in-use';

/** Waits for what an earlier go at the same request has begun, such as that of a page which was loaded anew meanwhile. */
async function patiently(work) {
  const end = Date.now() + longest;
  for (let pause = 500; ; pause = Math.min(pause * 2, 5000)) {
    try {
      return await work();
    } catch (failure) {
      if (!isUnderWay(failure) || Date.now() + pause > end) throw failure;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
