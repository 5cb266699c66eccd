// The ways in by the word of others, as far as this service has them.

import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { nextAddress } from './next-address.js';

const offered = (document.documentElement.dataset.providers ?? '').split(' ').filter(Boolean);

/** The name of a provider. */
export const providerName = (provider) => text(`account.provider.${provider}`);

/** A sign by which a provider is known at a glance; the name stands beside it. */
export const providerMark = (provider) =>
  element('span', { class: `provider is-${provider}`, 'aria-hidden': 'true' }, provider[0].toUpperCase());

/**
 * Links to the providers, which leave the app and come back to it; null where there are none.
 * @param {URLSearchParams} query
 */
export function socialWays(query) {
  if (!offered.length) return null;
  const next = encodeURIComponent(nextAddress(query));
  return element('section', { class: 'social', 'aria-label': text('account.social') },
    element('p', { class: 'or' }, text('account.or')),
    ...offered.map((provider) => element('a', { class: 'button', href: `/login/${provider}?next=${next}` },
      providerMark(provider), text('account.continueWith', { provider: providerName(provider) }))));
}
