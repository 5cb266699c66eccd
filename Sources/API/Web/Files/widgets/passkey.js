// Passkeys: what the browser does with an authenticator, and why it did not.

import { Problem } from '../core/api.js';
import { text } from '../core/texts.js';

/** Whether this browser has passkeys at this address: none has any for IP addresses. */
export const hasPasskeys = () => window.isSecureContext && 'PublicKeyCredential' in window
  && !/^[\d.]+$|:/.test(location.hostname);

const bytes = (encoded) =>
  Uint8Array.from(atob(encoded.replaceAll('-', '+').replaceAll('_', '/')), (it) => it.charCodeAt(0));

/** @param {ArrayBuffer} buffer */
const base64URL = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)))
  .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

const known = ({ type, id }) => ({ type, id: bytes(id) });

/** Makes a passkey. Resolves to the fields that the API takes. @param {object} options as the API answers them */
export async function makePasskey(options) {
  const publicKey = {
    ...options, challenge: bytes(options.challenge), user: { ...options.user, id: bytes(options.user.id) },
    excludeCredentials: options.excludeCredentials.map(known),
  };
  const made = /** @type {PublicKeyCredential} */ (await navigator.credentials.create({ publicKey }));
  const response = /** @type {AuthenticatorAttestationResponse} */ (made.response);
  return { client_data: base64URL(response.clientDataJSON), attestation: base64URL(response.attestationObject) };
}

/**
 * Uses a passkey. Resolves to the fields that the API takes.
 * @param {object} options as the API answers them
 * @param {{mediation?: any, signal?: AbortSignal}} [more] `mediation`: `conditional` is newer than the types
 */
export async function usePasskey(options, more = {}) {
  const publicKey = {
    ...options, challenge: bytes(options.challenge), allowCredentials: options.allowCredentials.map(known),
  };
  const used = /** @type {PublicKeyCredential} */ (await navigator.credentials.get({ publicKey, ...more }));
  const response = /** @type {AuthenticatorAssertionResponse} */ (used.response);
  return {
    credential: used.id, client_data: base64URL(response.clientDataJSON),
    authenticator_data: base64URL(response.authenticatorData), signature: base64URL(response.signature),
    ...response.userHandle?.byteLength && { user_handle: base64URL(response.userHandle) },
  };
}

/** The last part of the key of a text, by the browser's names of errors and the server's codes. */
const reasons = {
  NotAllowedError: 'cancelled', InvalidStateError: 'taken', SecurityError: 'notOffered',
  NotSupportedError: 'unsupported', ConstraintError: 'unsupported', UnknownError: 'unsupported',
  'passkey-rejected': 'unknown', 'passkey-unknown': 'unknown', 'passkey-taken': 'taken', 'passkeys-too-many': 'tooMany',
  'passkey-last': 'last', 'passkeys-not-offered': 'notOffered', 'passkey-unverified': 'unverified',
  'challenge-unusable': 'expired', 'passkey-counter-reused': 'copied', 'password-needed': 'passwordNeeded',
};

/** Runs what may fail at the authenticator or the server. A failure says why in words of passkeys. */
export async function explained(work) {
  try {
    return await work();
  } catch (failure) {
    const name = failure instanceof Problem ? failure.code : failure.name;
    const reason = reasons[name] ?? (name.startsWith('passkey-') ? 'refused' : null);
    if (!reason) throw failure;
    const problem = failure instanceof Problem ? failure : new Problem(400, { code: name });
    problem.words = text(`account.passkey.${reason}`);
    throw problem;
  }
}
