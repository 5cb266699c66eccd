// Logging in with the login providers that this service offers.

import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { nextAddress } from './next-address.js';

const offered = (document.documentElement.dataset.providers ?? '').split(' ').filter(Boolean);

/** The name of a provider. */
export const providerName = (provider) => text(`account.provider.${provider}`);

/** A badge in the provider's colours; its name stands beside it. */
export const providerLogo = (provider) =>
  element('span', { class: `provider is-${provider}`, 'aria-hidden': 'true' }, provider[0].toUpperCase());

/**
 * Links to the providers' pages, which redirect back to the app; null if none is offered.
 * @param {URLSearchParams} query
 */
export function socialLogins(query) {
  if (!offered.length) return null;
  const next = encodeURIComponent(nextAddress(query));
  return element('section', { class: 'social', 'aria-label': text('account.social') },
    element('p', { class: 'or' }, text('account.or')),
    ...offered.map((provider) => element('a', { class: 'button', href: `/login/${provider}?next=${next}` },
      providerLogo(provider), text('account.continueWith', { provider: providerName(provider) }))));
}
