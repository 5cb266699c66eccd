// What a notice says, and where it leads. The server puts this module into the service worker, too: it imports nothing.

/** Where a notice leads, by its kind; null if nowhere. @type {Record<string, (notice: any) => string | null>} */
const noticeAddresses = {
  like: ({ post }) => `/app/posts/${post}`, comment: ({ post }) => `/app/posts/${post}`,
  mention: ({ post }) => `/app/posts/${post}`,
  follow: ({ person }) => person && `/app/people/${person.id}`,
  invitation: () => '/app/chat', application: party, acceptance: party,
  sale: () => '/app/shop/sales', refundRequest: () => '/app/shop/sales',
  refundDecision: ({ order }) => `/app/orders/${order}`, refund: ({ order }) => `/app/orders/${order}`,
  reportDecision: () => null, correctionDecision: ({ booth }) => booth && `/booths/${booth}`,
  proposalDecision: ({ booth }) => (booth ? `/booths/${booth}` : '/app/me/proposals'),
  announcement: ({ path }) => path,
  savedBooth: ({ booth, change }) => (change === 'removed' ? null : `/booths/${booth}`),
};

function party({ workspace }) {
  return workspace ? `/app/party/${workspace}` : '/app/party?mine=1';
}

export const noticeKinds = Object.keys(noticeAddresses);

export const noticeAddress = (notice) => noticeAddresses[notice.kind](notice);

/**
 * What happened, in the form for one or several, for yes or no, and with or without the name of the thing.
 * @param {any} notice
 * @param {(key: string, values: object) => string} text
 */
export function noticeText({ kind, person, count, is_accepted: isAccepted, change, text: thing }, text) {
  const name = person?.nickname ?? '';
  const isMany = count > 1 && (person || kind === 'sale');
  const who = isMany ? text('account.notices.who', { name, count: count - 1 }) : name;
  const answer = typeof isAccepted === 'boolean' && kind !== 'refundDecision' && (isAccepted ? 'yes' : 'no');
  const outcome = change || answer ? `.${change || answer}` : '';
  const isNameless = !thing && ['invitation', 'application', 'acceptance'].includes(kind);
  return text(`account.notices.${kind}${outcome}${isNameless ? '.nameless' : isMany ? '.many' : ''}`,
    { name, who, count, goods: thing });
}
