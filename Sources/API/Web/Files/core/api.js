// Requests to the server, with the session's cookies, which are renewed when they have expired.

import { member, setMember } from './session.js';
import { getStored, setStored } from './storage.js';

/** The server could not be reached. */
export class Unreachable extends Error {}

/** The server answered with a problem (RFC 9457). */
export class Problem extends Error {
  constructor(status, document, retryAfter = null) {
    super(document?.detail ?? `HTTP ${status}`);
    this.status = status;
    this.code = document?.code ?? 'http';
    /** The name of the invalid field or parameter; null if the server sends none. */
    this.parameter = document?.parameter ?? null;
    /** Seconds after which to try again; null if the server sends none. */
    this.retryAfter = retryAfter;
    /** What to tell the person; empty: by the code. */
    this.words = '';
  }
}

/** Whether a request was only aborted: because a later one replaced it, or because its view was left. */
export const isAborted = (failure) => failure.name === 'AbortError';

/** Tells the server that this request uses the cookies. */
const [cookieHeader, cookies] = ['Fourcuts-Session', 'cookie'];

/**
 * How far the writes of this page reach in the server's database. Of answers that overtake each other the furthest
 * counts, where the cookie keeps the last.
 */
let position = '';
const positionHeader = 'Fourcuts-Position';

// MARK: Documents

/**
 * Gets a document. Of two requests with one `slot` the later one counts: the earlier is aborted.
 * @param {string} path
 * @param {Record<string, string | number | null | undefined>} [query] empty values are left out
 * @param {string | AbortSignal} [slot] or the signal that aborts the request
 */
export function get(path, query = {}, slot = undefined) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') parameters.set(name, String(value));
  }
  const signal = typeof slot === 'string' ? begin(slot) : slot;
  const text = parameters.toString();
  return request('GET', text ? `${path}?${text}` : path, { signal });
}

/**
 * Sends a request that changes something. Resolves to the answer's document, null if it has none.
 * @param {'POST' | 'PUT' | 'PATCH' | 'DELETE'} method
 * @param {string} path
 * @param {object} [body]
 * @param {{signal?: AbortSignal, headers?: Record<string, string>}} [more] e.g. an `Idempotency-Key`
 */
export const send = (method, path, body = undefined, more = {}) => request(method, path, { body, ...more });

/**
 * @param {string} method
 * @param {string} path
 * @param {{body?: object, signal?: AbortSignal, headers?: Record<string, string>, isLogin?: boolean}} options
 *   `isLogin`: the request opens a session, so cookies count although there is no session yet
 */
export async function request(method, path, options = {}) {
  const { body = undefined, signal = undefined, headers = {}, isLogin = false } = options;
  const wasLoggedIn = member() !== null;
  const attempt = () => {
    const fields = new Headers({ Accept: 'application/json', ...headers });
    if (wasLoggedIn || isLogin) fields.set(cookieHeader, cookies);
    if (position) fields.set(positionHeader, position);
    if (body !== undefined) fields.set('Content-Type', 'application/json');
    const content = body === undefined ? undefined : JSON.stringify(body);
    return fetchDocument(path, { method, signal, headers: fields, body: content });
  };
  if (wasLoggedIn && !isLogin) await renewExpired();
  let answer = await attempt();
  if (answer.status === 401 && wasLoggedIn && !isLogin && (await renewSession())) answer = await attempt();
  if (isLogin && answer.document?.expires) keepExpiry(answer.document.expires, answer.date);
  if (answer.status >= 200 && answer.status < 300) return answer.document;
  throw problem(answer.status, answer.document, answer.retryAfter);
}

function problem(status, document, retryAfter = null) {
  if (status === 401 && document?.code?.startsWith('token-')) setMember(null, true);
  return new Problem(status, document, retryAfter);
}

async function fetchDocument(path, options) {
  try {
    const response = await fetch(path, options);
    const written = response.headers.get(positionHeader);
    // Empty: the server does not know how far this write reaches.
    if (written === '' || (written && written > position)) position = written;
    const retryAfter = Number(response.headers.get('Retry-After')) || null;
    const date = Date.parse(response.headers.get('Date') ?? '') || Date.now();
    const document = response.status === 204 ? null : await response.json();
    return { status: response.status, document, retryAfter, date };
  } catch (failure) {
    if (failure.name === 'AbortError') throw failure;
    // A response that is not JSON comes from a proxy, such as the captive portal of a network.
    throw new Unreachable(failure.message);
  }
}

/** @type {Map<string, AbortController>} */
const running = new Map();

function begin(slot) {
  running.get(slot)?.abort();
  const controller = new AbortController();
  running.set(slot, controller);
  return controller.signal;
}

// MARK: Session

/** @type {Promise<boolean> | null} */
let renewal = null;

/**
 * Renews the cookies; concurrent callers share one request. Resolves to whether they are valid again.
 * @param {() => boolean} isNeeded asked when other tabs have had their turn
 */
export function renewSession(isNeeded = () => true) {
  renewal ??= withLock(async () => {
    if (!isNeeded()) return true;
    const fields = new Headers({ [cookieHeader]: cookies, 'Content-Type': 'application/json' });
    const answer = await fetchDocument('/api/sessions/refresh', { method: 'POST', headers: fields, body: '{}' });
    if (answer.status === 200) keepExpiry(answer.document, answer.date);
    else if (answer.status === 401) setMember(null, true);
    // Any other error, such as a rate limit, does not end the session.
    else if (answer.status !== 200) throw problem(answer.status, answer.document, answer.retryAfter);
    return answer.status === 200;
  }).finally(() => { renewal = null; });
  return renewal;
}

/** When the access cookie expires, by this device's clock: no script sees the cookie itself. */
const expiryName = 'access-expiry';
/** In milliseconds: a request under way must not meet the expiry. */
const expiryMargin = 10_000;

/** @param {{access_expires_at: string}} expiry @param {number} now the server's clock */
function keepExpiry(expiry, now) {
  const lifetime = Date.parse(expiry.access_expires_at) - now;
  setStored(expiryName, Date.now() + lifetime - Math.min(expiryMargin, lifetime / 2));
}

const hasExpired = () => (getStored(expiryName) ?? Infinity) < Date.now();

/** Renews the cookies before a request that would only find them expired; a failure is that request's to report. */
async function renewExpired() {
  if (hasExpired()) await renewSession(hasExpired).catch(() => {});
}

/** One tab at a time, so that none presents a token that another has just used. */
const withLock = (work) => (navigator.locks ? navigator.locks.request('fourcuts.renewal', work) : work());

// MARK: Photos

/** The largest photo that the server accepts, in bytes. */
export const maxPhotoBytes = 20_000_000;

/**
 * Uploads photos. Resolves to the names by which posts and profiles refer to them.
 * @param {Blob[]} files
 * @param {(part: number) => void} [onProgress] called with 0 to 1
 * @param {AbortSignal} [signal]
 * @returns {Promise<{name: string, width: number, height: number}[]>}
 */
export async function upload(files, onProgress = () => {}, signal = undefined) {
  const form = () => {
    const made = new FormData();
    for (const file of files) made.append('files', file);
    return made;
  };
  await renewExpired();
  let answer = await transfer(form(), onProgress, signal);
  if (answer.status === 401 && (await renewSession())) answer = await transfer(form(), onProgress, signal);
  if (answer.status !== 201 || !answer.document) throw problem(answer.status, answer.document);
  return answer.document.photos;
}

/** `fetch` does not report the progress of an upload. */
function transfer(form, onProgress, signal) {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open('POST', '/api/photos');
    xhr.setRequestHeader(cookieHeader, cookies);
    xhr.responseType = 'json';
    xhr.upload.onprogress = (event) => { if (event.lengthComputable) onProgress(event.loaded / event.total); };
    xhr.onload = () => resolve({ status: xhr.status, document: xhr.response });
    xhr.onerror = () => reject(new Unreachable('upload'));
    xhr.onabort = () => reject(new DOMException('', 'AbortError'));
    signal?.addEventListener('abort', () => xhr.abort());
    xhr.send(form);
  });
}

/**
 * A photo of goods as the member may see it, as a `blob:` address of this page; null if it cannot be loaded. An
 * `img` element cannot send the header that the session needs.
 * @param {string} name
 */
export async function memberPhotoAddress(name) {
  const attempt = () => fetch(`/api/photos/${name}?width=960`, { headers: { [cookieHeader]: cookies } });
  try {
    await renewExpired();
    let answer = await attempt();
    if (answer.status === 401 && (await renewSession())) answer = await attempt();
    return answer.ok ? URL.createObjectURL(await answer.blob()) : null;
  } catch {
    return null;
  }
}
