// Applies the chosen theme before the page is drawn: a script of its own, as modules run later.

/**
 * Turns what the page marks as of a scheme (`data-scheme`) on or off; without a theme the device decides.
 * @param {string | null} theme
 */
function applyTheme(theme) {
  for (const part of document.querySelectorAll('[data-scheme]')) {
    const { scheme } = /** @type {HTMLElement} */ (part).dataset;
    const isOn = scheme === theme ? 'all' : 'not all';
    part.setAttribute('media', theme ? isOn : `(prefers-color-scheme: ${scheme})`);
  }
}

try {
  const theme = JSON.parse(localStorage.getItem('fourcuts.theme') ?? 'null');
  if (theme === 'light' || theme === 'dark') applyTheme(theme);
} catch {
  // The browser stores nothing: the device decides.
}
