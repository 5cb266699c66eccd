// Requests of operators and moderators, with the token of their own session. Only the memory of this page holds it;
// the cookie that brings it back after a reload is for that request alone.

import { Problem, Unreachable, send } from '../../core/api.js';
import { text } from '../../core/texts.js';
import { openDialog } from '../../widgets/dialog.js';

let token = '';

/** @param {{token: string}} session */
export function keep(session) {
  token = session.token;
}

/**
 * Sends a request as an operator. What is dangerous may need a code first. Resolves to the answer's document, null if
 * it has none.
 * @param {'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} method
 * @param {string} path
 * @param {{body?: object | Blob, signal?: AbortSignal}} [more]
 */
export async function operate(method, path, more = {}) {
  try {
    return await request(method, path, more);
  } catch (failure) {
    if (!(await isMended(failure, more.signal))) throw failure;
    return request(method, path, more);
  }
}

/** Whether a refused request can be repeated: another tab took the session over, or a code was entered. */
async function isMended(failure, signal) {
  if (!(failure instanceof Problem)) return false;
  if (failure.code === 'code-needed') return enterCode();
  if (failure.status !== 401 || !token) return false;
  forget();
  return resume(signal);
}

/** Asks for a code. Resolves to whether the session has a new one. */
async function enterCode() {
  const { codeForm } = await import('./sign-in.js');
  const confirm = async (path, body, close) => {
    keep(await request('POST', path, { body }));
    close(true);
  };
  const path = '/api/operator/session/confirmation';
  const isEntered = await openDialog(text('admin.code.again'), (close) => codeForm(
    (code) => confirm(path, { code }, close), (answer) => confirm(`${path}/passkey`, answer, close)));
  return isEntered === true;
}

async function request(method, path, { body = undefined, signal = undefined }) {
  const fields = new Headers({ Accept: 'application/json' });
  if (token) fields.set('Authorization', `Bearer ${token}`);
  const isFile = body instanceof Blob;
  if (body !== undefined && !isFile) fields.set('Content-Type', 'application/json');
  const content = body === undefined || isFile ? body : JSON.stringify(body);
  try {
    const response = await fetch(path, { method, signal, headers: fields, body: content });
    const document = response.status === 204 ? null : await response.json();
    if (response.ok) return document;
    throw new Problem(response.status, document, Number(response.headers.get('Retry-After')) || null);
  } catch (failure) {
    if (failure instanceof Problem || failure.name === 'AbortError') throw failure;
    throw new Unreachable(failure.message);
  }
}

/** Gets a document as an operator. @param {Record<string, string | number>} query */
export const look = (path, query = {}, signal = undefined) => {
  const parameters = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const words = parameters.toString();
  return operate('GET', words ? `${path}?${words}` : path, { signal });
};

/** Whether the session of this browser is usable: as it is, or by its cookie. @param {AbortSignal} [signal] */
export async function resume(signal = undefined) {
  if (token) return true;
  try {
    keep(await send('PUT', '/api/operator/session', undefined, { signal }));
    return true;
  } catch (failure) {
    if (failure instanceof Problem && [401, 403].includes(failure.status)) return false;
    throw failure;
  }
}

/** Whether a request was refused because the session is over. */
export const hasEnded = (failure) => failure instanceof Problem && failure.status === 401;

/** Ends the session, on the server as well. */
export async function leave() {
  try {
    await operate('DELETE', '/api/operator/session');
  } catch (failure) {
    if (!hasEnded(failure)) throw failure;
  }
  forget();
}

/** Forgets a session that is over. */
export function forget() {
  token = '';
}
