// Where logging in leads: only to a view of this app.

/**
 * The address that `next` of a query names; the member's own page where it names none of this app.
 * @param {URLSearchParams} query
 */
export function nextAddress(query) {
  const home = '/app/me';
  const wanted = query.get('next');
  if (!wanted) return home;
  let address;
  try { address = new URL(wanted, location.origin); } catch { return home; }
  const { origin, pathname, search } = address;
  if (origin !== location.origin || !(pathname === '/' || pathname.startsWith('/app/'))) return home;
  if (/^\/app\/(login|signup)(\/|$)/.test(pathname)) return home;
  return pathname + search;
}

/**
 * The address of another page for logging in that leads to the same place.
 * @param {string} path
 * @param {URLSearchParams} query
 */
export const withNext = (path, query) =>
  (query.has('next') ? `${path}?next=${encodeURIComponent(nextAddress(query))}` : path);
