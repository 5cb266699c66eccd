// What the map shows first: the list of the address, and the chains. Both are asked for while the map's own scripts are
// on their way.

import { get } from '../../core/api.js';
import { BoothSource } from './booth-source.js';
import { DeviceLocation } from './geolocation.js';
import { readState, searchOf } from './url-state.js';

export const pageSize = 20;

export const deviceLocation = new DeviceLocation();
export const source = new BoothSource(deviceLocation);

export const brands = get('/api/brands');
// The page, which may never be loaded, works without.
brands.catch(() => {});

/**
 * @typedef {object} FirstList
 * @property {string} search
 * @property {string} locationState
 * @property {Promise<import('./booth-search.js').SearchResult>} answer
 */

/** Null for the address of a booth, whose list is that around it. @type {Promise<FirstList> | null} */
export const firstList = readState().booth === null ? search() : null;

/** @returns {Promise<FirstList>} */
async function search() {
  const state = readState();
  await deviceLocation.start();
  const answer = source.search(state, pageSize, deviceLocation.newest);
  answer.catch(() => {});
  return { search: searchOf(state), locationState: deviceLocation.state, answer };
}
