// Logging in and out, and the member's own account.

import { Problem, request } from './api.js';
import { member, setMember } from './session.js';

/** Opens a session: by `/api/sessions`, `/api/accounts` or `/api/sessions/social`. */
export async function logIn(path, body) {
  const { account } = await request('POST', path, { body, isLogin: true });
  setMember(account);
  return account;
}

/** Takes over a session whose cookies the server has set by itself, after a log-in at a provider. */
export async function logInByCookies() {
  const account = await request('GET', '/api/me', { isLogin: true });
  setMember(account);
  return account;
}

/** Ends the session on this device, or on all. */
export async function logOut(everywhere = false) {
  try {
    await request('DELETE', everywhere ? '/api/sessions' : '/api/sessions/current');
  } catch (failure) {
    if (!(failure instanceof Problem) || failure.status !== 401) throw failure;
  }
  setMember(null);
}

/** @type {Promise<any> | null} */
let loading = null;

/** The member's account as the server has it now; concurrent callers share one request. */
export function ownAccount() {
  const asker = member();
  loading ??= request('GET', '/api/me').then((account) => {
    // The member may have changed meanwhile.
    if (member() === asker) setMember(account);
    return account;
  }).finally(() => { loading = null; });
  return loading;
}
