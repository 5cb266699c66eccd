// The dialog that reports a post or a comment to the operator.

import { send } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { go, loginAddress } from '../../core/navigation.js';
import { member } from '../../core/session.js';
import { text } from '../../core/texts.js';
import { closeRow, openDialog } from '../../widgets/dialog.js';
import { field, formOfChoice } from '../../widgets/form.js';
import { notify } from '../../widgets/notice.js';

const reasons = ['spam', 'sexual', 'violence', 'hate', 'personalInformation', 'copyright', 'other'];

/**
 * Asks for the reason and sends the report.
 * @param {{post: {id: string}} | {comment: {id: string, post: string}}} subject
 * @returns {Promise<boolean>} whether it was sent
 */
export async function openReportDialog(subject) {
  if (!member()) {
    go(loginAddress());
    return false;
  }
  const isPost = 'post' in subject;
  const title = text(isPost ? 'feed.reportPost' : 'feed.reportComment');
  const isSent = await openDialog(title, (close) => [reportForm(subject, () => close(true)), closeRow(close)]);
  if (isSent) notify(text('feed.reported'));
  return isSent === true;
}

function reportForm(subject, onSent) {
  const choices = reasons.map((reason) => element('label', { class: 'reason' },
    element('input', { type: 'radio', name: 'reason', value: reason }),
    text(`feed.reason.${reason}`)));
  const note = /** @type {HTMLTextAreaElement} */ (element('textarea', { rows: '3', maxlength: '1000' }));
  return formOfChoice({
    fields: [
      element('fieldset', { class: 'reasons' }, element('legend', {}, text('feed.reason')), ...choices),
      field('note', text('feed.reportNote'), note),
    ],
    action: text('feed.report'),
    submit: async (made) => {
      await send('POST', '/api/reports',
        { ...identifiersOf(subject), reason: new FormData(made).get('reason'), note: note.value.trim() });
      onSent();
    },
  });
}

const identifiersOf = (subject) => ('post' in subject ? { post: subject.post.id }
  : { post: subject.comment.post, comment: subject.comment.id });
