// Whether people found a booth where it should be, and the buttons with which somebody there says so.

import { Problem, send } from '../../core/api.js';
import { metresBetween } from '../../core/distance.js';
import { element } from '../../core/dom.js';
import { go, loginAddress } from '../../core/navigation.js';
import { member } from '../../core/session.js';
import { formatAge, formatDistance, loadTextsOfViews, text } from '../../core/texts.js';
import { NoPosition, currentPosition } from '../../widgets/device-position.js';
import { errorText } from '../../widgets/error.js';
import { notify, whileBusy } from '../../widgets/notice.js';

/** @typedef {{confirmed_at: string | null, confirmed_by_count: number, gone_count: number}} Evidence */

/** Shows what people say of a booth. A closed one has no buttons. @param {HTMLElement} root @param {any} booth */
export async function showConfirmation(root, booth) {
  if (booth.status === 'closed') return;
  await loadTextsOfViews();
  const said = element('p', { class: 'said' });
  const message = element('p', { class: 'answer', role: 'status' });
  const buttons = ['present', 'gone'].map((kind) => element('button', {
    type: 'button', class: 'small', 'data-confirm': kind,
    onclick: (event) => whileBusy(event.currentTarget, () => confirm(kind)),
  }, text(`confirm.${kind}`)));
  show(booth.evidence);
  root.replaceChildren(said, element('p', { class: 'ways' }, ...buttons), message);

  /** @param {Evidence | null | undefined} evidence unknown without a network */
  function show(evidence) {
    said.textContent = evidence ? evidenceText(evidence) : text('confirm.title');
  }

  async function confirm(kind) {
    if (!member()) return go(loginAddress());
    message.textContent = text('locating');
    let here = null;
    try {
      here = await currentPosition();
      show(await send('POST', `/api/booths/${booth.id}/confirmations`, { kind, ...here }));
      message.textContent = '';
      notify(text('confirm.thanks'));
    } catch (failure) {
      message.textContent = reason(failure, booth, here);
    }
    return undefined;
  }
}

/** @param {Evidence} evidence */
function evidenceText({ confirmed_at: at, confirmed_by_count: count, gone_count: gone }) {
  const confirmed = !at ? text('confirm.none')
    : count > 0 ? text('confirm.by', { when: formatAge(at), count }) : text('confirm.when', { when: formatAge(at) });
  return gone > 0 ? `${confirmed} · ${text('confirm.saidGone', { count: gone })}` : confirmed;
}

/** Why the report was not taken. The distance is computed here: the server does not send it. */
function reason(failure, booth, here) {
  if (failure instanceof NoPosition) return failure.text;
  const code = failure instanceof Problem ? failure.code : '';
  if (code === 'position-inexact') return text('card.inexact', { metres: formatDistance(here.accuracy_m) });
  if (code !== 'booth-too-far') return errorText(failure);
  return text('confirm.tooFar', { metres: formatDistance(metresBetween(booth, here)) });
}
