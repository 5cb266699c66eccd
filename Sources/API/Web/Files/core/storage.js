// Values in the browser's local storage, as JSON.

const prefix = 'fourcuts.';

/** The stored value; null if there is none, or the browser stores nothing. */
export function getStored(name) {
  try {
    return JSON.parse(localStorage.getItem(prefix + name) ?? 'null');
  } catch {
    return null;
  }
}

export function setStored(name, value) {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(value));
  } catch {
    // Full, or forbidden: the page works without.
  }
}

export function removeStored(name) {
  try {
    localStorage.removeItem(prefix + name);
  } catch {
    // As above.
  }
}

/** Removes the stored values whose names start with `start`, but for those that also start with `kept`. */
export function removeStoredByPrefix(start, kept) {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(prefix + start) && !key.startsWith(prefix + kept)) localStorage.removeItem(key);
    }
  } catch {
    // As above.
  }
}
