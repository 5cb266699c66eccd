// What is kept on the device: nothing of it leaves it but what is asked of the server.

const prefix = 'fourcuts.';

/** What was kept under a name; null where nothing was, or where the browser keeps nothing. */
export function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(prefix + name) ?? 'null');
  } catch {
    return null;
  }
}

export function keep(name, value) {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(value));
  } catch {
    // Full, or forbidden: the page works without.
  }
}

export function forget(name) {
  try {
    localStorage.removeItem(prefix + name);
  } catch {
    // As above.
  }
}
