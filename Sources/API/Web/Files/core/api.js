// What is asked of the server, and how the page stays logged in: cookies hold the tokens, no script ever sees them.

import { forget, keep, kept } from './storage.js';

/** The server could not be reached. */
export class Unreachable extends Error {}

/** The server answered with a problem (RFC 9457). */
export class Problem extends Error {
  constructor(status, document, retryAfter = null) {
    super(document?.detail ?? `HTTP ${status}`);
    this.status = status;
    this.code = document?.code ?? 'http';
    /** The name of the field or parameter that is not right; null where none is. */
    this.parameter = document?.parameter ?? null;
    /** Seconds after which to try again; null where none are told. */
    this.retryAfter = retryAfter;
  }
}

/** Whether a call was only broken off because a later one took its place. */
export const isReplaced = (failure) => failure.name === 'AbortError';

// MARK: Who asks

/**
 * Somebody who is logged in, as far as the page knows.
 * @typedef {{id: string, nickname: string, photo: string | null}} Member
 */

/** @type {Member | null} */
let known = kept('member');

/** Whoever is logged in; null: nobody. */
export const member = () => known;

/**
 * Told by `change` of each change of `member`, with `detail.hasEnded`: whether the session came to its end without this
 * page having logged out.
 */
export const members = new EventTarget();

const tell = (hasEnded) => members.dispatchEvent(new CustomEvent('change', { detail: { hasEnded } }));

/** @param {Member | null} account @param {boolean} [hasEnded] */
export function remember(account, hasEnded = false) {
  const isSame = account?.id === known?.id && account?.nickname === known?.nickname && account?.photo === known?.photo;
  known = account && { id: account.id, nickname: account.nickname, photo: account.photo };
  if (known) keep('member', known);
  else forget('member');
  if (!isSame) tell(hasEnded);
}

/** Logging in or out in another tab counts for this one. */
addEventListener('storage', ({ key }) => {
  if (key !== 'fourcuts.member') return;
  const wasKnown = known !== null;
  known = kept('member');
  tell(wasKnown && !known);
});

/** Opens a session: by `/api/sessions`, `/api/accounts` or `/api/sessions/social`. */
export async function enter(path, body) {
  const { account } = await call('POST', path, { body, isEntering: true });
  remember(account);
  return account;
}

/** @type {Promise<any> | null} */
let asked = null;

/** One's own account as it stands now, asked once for all who wait. */
export function ownAccount() {
  const asker = known;
  asked ??= call('GET', '/api/me').then((account) => {
    // Somebody may have logged in or out meanwhile.
    if (known === asker) remember(account);
    return account;
  }).finally(() => { asked = null; });
  return asked;
}

/** Whose session the cookies hold, where the server has set them by itself. */
export async function enterByCookies() {
  const account = await call('GET', '/api/me', { isEntering: true });
  remember(account);
  return account;
}

/** Ends the session on this device, or on all. */
export async function leave(everywhere = false) {
  try {
    await call('DELETE', everywhere ? '/api/sessions' : '/api/sessions/current');
  } catch (failure) {
    if (!(failure instanceof Problem) || failure.status !== 401) throw failure;
  }
  remember(null);
}

// MARK: Calls

/**
 * A document of the server. Of two calls with one `slot` the later one counts: the earlier is broken off.
 * @param {string} path
 * @param {Record<string, string | number | null | undefined>} [query] what is empty is left out
 * @param {string | AbortSignal} [slot] or what breaks it off
 */
export function get(path, query = {}, slot = undefined) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') parameters.set(name, String(value));
  }
  const signal = typeof slot === 'string' ? begin(slot) : slot;
  const text = parameters.toString();
  return call('GET', text ? `${path}?${text}` : path, { signal });
}

/**
 * Has the server do something; what it answers, null where it answers nothing.
 * @param {'POST' | 'PUT' | 'PATCH' | 'DELETE'} method
 * @param {string} path
 * @param {object} [body]
 * @param {{signal?: AbortSignal, headers?: Record<string, string>}} [more] e.g. an `Idempotency-Key`
 */
export const send = (method, path, body = undefined, more = {}) => call(method, path, { body, ...more });

/** A key by which the server knows a repetition: 128 random bits. `randomUUID` is not there on insecure pages. */
export const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Uploads photos; their names, as posts and profiles refer to them.
 * @param {Blob[]} files
 * @param {(part: number) => void} [onProgress] told from 0 to 1
 * @param {AbortSignal} [signal]
 * @returns {Promise<{name: string, width: number, height: number}[]>}
 */
export async function upload(files, onProgress = () => {}, signal = undefined) {
  const form = () => {
    const made = new FormData();
    for (const file of files) made.append('files', file);
    return made;
  };
  let answer = await transfer(form(), onProgress, signal);
  if (answer.status === 401 && (await renew())) answer = await transfer(form(), onProgress, signal);
  if (answer.status !== 201 || !answer.document) throw problem(answer.status, answer.document);
  return answer.document.photos;
}

/** `fetch` does not tell how far an upload is. */
function transfer(form, onProgress, signal) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/api/photos');
    request.setRequestHeader(cookieHeader, cookies);
    request.responseType = 'json';
    request.upload.onprogress = (event) => { if (event.lengthComputable) onProgress(event.loaded / event.total); };
    request.onload = () => resolve({ status: request.status, document: request.response });
    request.onerror = () => reject(new Unreachable('upload'));
    request.onabort = () => reject(new DOMException('', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

/**
 * A photo of goods as far as whoever is logged in may see it, as an address of this page alone; null where it cannot be
 * had. An image by itself does not say who looks.
 * @param {string} name
 */
export async function ownPhoto(name) {
  const request = () => fetch(`/api/photos/${name}?width=960`, { headers: { [cookieHeader]: cookies } });
  try {
    let answer = await request();
    if (answer.status === 401 && (await renew())) answer = await request();
    return answer.ok ? URL.createObjectURL(await answer.blob()) : null;
  } catch {
    return null;
  }
}

/** Says that the cookies are meant. */
const [cookieHeader, cookies] = ['Fourcuts-Session', 'cookie'];

async function call(method, path, { body = undefined, signal = undefined, headers = {}, isEntering = false } = {}) {
  const wasKnown = known !== null;
  const request = () => {
    const fields = new Headers({ Accept: 'application/json', ...headers });
    if (wasKnown || isEntering) fields.set(cookieHeader, cookies);
    if (body !== undefined) fields.set('Content-Type', 'application/json');
    return ask(path, { method, signal, headers: fields, body: body === undefined ? undefined : JSON.stringify(body) });
  };
  let answer = await request();
  if (answer.status === 401 && wasKnown && !isEntering && (await renew())) answer = await request();
  if (answer.status >= 200 && answer.status < 300) return answer.document;
  throw problem(answer.status, answer.document, answer.retryAfter);
}

function problem(status, document, retryAfter = null) {
  if (status === 401 && document?.code?.startsWith('token-')) remember(null, true);
  return new Problem(status, document, retryAfter);
}

async function ask(path, options) {
  try {
    const response = await fetch(path, options);
    const retryAfter = Number(response.headers.get('Retry-After')) || null;
    return { status: response.status, document: response.status === 204 ? null : await response.json(), retryAfter };
  } catch (failure) {
    if (failure.name === 'AbortError') throw failure;
    // What is no JSON comes from something in between, such as the sign-in page of a network.
    throw new Unreachable(failure.message);
  }
}

/** @type {Promise<boolean> | null} */
let renewal = null;

/** Has the cookies renewed, once for all who wait; whether they are. */
export function renew() {
  renewal ??= withLock(async () => {
    const fields = new Headers({ [cookieHeader]: cookies, 'Content-Type': 'application/json' });
    const answer = await ask('/api/sessions/refresh', { method: 'POST', headers: fields, body: '{}' });
    if (answer.status === 401) remember(null, true);
    // Whoever is told to wait is still logged in.
    else if (answer.status !== 200) throw problem(answer.status, answer.document, answer.retryAfter);
    return answer.status === 200;
  }).finally(() => { renewal = null; });
  return renewal;
}

/** One tab at a time, so that none shows a token that another has just used. */
const withLock = (work) => (navigator.locks ? navigator.locks.request('fourcuts.renewal', work) : work());

/** @type {Map<string, AbortController>} */
const running = new Map();

function begin(slot) {
  running.get(slot)?.abort();
  const controller = new AbortController();
  running.set(slot, controller);
  return controller.signal;
}
