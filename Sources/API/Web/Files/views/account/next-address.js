// The redirect target after the login: only views of this app.

import { isMapPath } from '../../core/navigation.js';

/**
 * The address in the query parameter `next`; the member's own page if it is not an address of this app.
 * @param {URLSearchParams} query
 */
export function nextAddress(query) {
  const home = '/app/me';
  const wanted = query.get('next');
  if (!wanted) return home;
  let address;
  try { address = new URL(wanted, location.origin); } catch { return home; }
  const { origin, pathname, search } = address;
  if (origin !== location.origin || !(isMapPath(pathname) || pathname.startsWith('/app/'))) return home;
  if (/^\/app\/(login|signup)(\/|$)/.test(pathname)) return home;
  return pathname + search;
}

/**
 * The address of another login page with the same redirect target.
 * @param {string} path
 * @param {URLSearchParams} query
 */
export const withNext = (path, query) =>
  (query.has('next') ? `${path}?next=${encodeURIComponent(nextAddress(query))}` : path);
