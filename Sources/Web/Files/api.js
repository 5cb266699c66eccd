// What is asked of the server.

/** The server could not be reached. */
export class Unreachable extends Error {}

/** The server answered with a problem (RFC 9457). */
export class Problem extends Error {
  constructor(status, document) {
    super(document?.detail ?? `HTTP ${status}`);
    this.status = status;
    this.code = document?.code ?? 'http';
  }
}

/**
 * A document of the server. Of two calls with one `slot` the later one counts: the earlier is broken off.
 * @param {string} path
 * @param {Record<string, string | number | null | undefined>} [query] what is empty is left out
 * @param {string} [slot]
 */
export async function get(path, query = {}, slot = undefined) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') parameters.set(name, String(value));
  }
  const { response, document } = await ask(`${path}?${parameters}`, slot && begin(slot));
  if (!response.ok || !document) throw new Problem(response.status, document);
  return document;
}

async function ask(address, signal) {
  try {
    const response = await fetch(address, { signal, headers: { Accept: 'application/json' } });
    return { response, document: await response.json() };
  } catch (failure) {
    if (failure.name === 'AbortError') throw failure;
    // What is no JSON comes from something in between, such as the sign-in page of a network.
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

/** Whether a call was only broken off because a later one took its place. */
export const isReplaced = (failure) => failure.name === 'AbortError';
