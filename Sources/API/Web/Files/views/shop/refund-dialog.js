// The dialogs about refunds: the buyer's request, and the seller's decision.

import { element } from '../../core/dom.js';
import { sendOnce } from '../../core/idempotency.js';
import { text } from '../../core/texts.js';
import { closeRow, openDialog } from '../../widgets/dialog.js';
import { field, form } from '../../widgets/form.js';
import { refundDays } from './order-states.js';

const path = (order) => `/api/orders/${encodeURIComponent(order.id)}/refund-request`;

/**
 * Asks for the reason and sends the request. Resolves to the order; null if nothing was sent.
 * @param {{id: string}} order
 * @returns {Promise<any>}
 */
export function openRefundDialog(order) {
  const reason = words();
  return openDialog(text('shop.refundRequest'), (close) => [
    element('p', {}, text('shop.refundRule', { days: refundDays })),
    form({
      fields: [field('reason', text('shop.refundReason'), reason, text('shop.refundReasonHint'))],
      action: text('shop.refundSend'),
      submit: async () => close(await sendOnce(`refund.${order.id}`, path(order), { reason: reason.value.trim() })),
    }),
    closeRow(close),
  ]);
}

/**
 * Asks for an answer to the buyer and sends the decision. Resolves to the sale; null if nothing was sent.
 * @param {{id: string, name: string}} sale
 * @param {boolean} isAccepted
 * @returns {Promise<any>}
 */
export function openDecisionDialog(sale, isAccepted) {
  const answer = words();
  return openDialog(text(isAccepted ? 'shop.refundAccept' : 'shop.refundDecline'), (close) => [
    element('p', {}, text(isAccepted ? 'shop.refundAcceptAbout' : 'shop.refundDeclineAbout', { name: sale.name })),
    form({
      fields: [field('answer', text('shop.refundAnswer'), answer)],
      action: text(isAccepted ? 'shop.refundAccept' : 'shop.refundDecline'),
      submit: async () => close(await sendOnce(`decision.${sale.id}`, `${path(sale)}/decision`,
        { accepted: isAccepted, answer: answer.value.trim() })),
    }),
    closeRow(close),
  ]);
}

const words = () => /** @type {HTMLTextAreaElement} */ (element('textarea', { rows: '3', maxlength: '200' }));
