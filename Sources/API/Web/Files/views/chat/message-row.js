// The rows of a conversation as elements.

import { Problem } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { formatDate, language, text } from '../../core/texts.js';
import { errorText } from '../../widgets/error.js';
import { boothCards } from '../../widgets/booth-card.js';
import { icon, iconButton } from '../../widgets/icon.js';
import { avatar } from '../../widgets/photo.js';
import { album, photoPreview } from './photo-album.js';

/** @typedef {import('./conversation-rows.js').Row} Row */

const timeOfDay = new Intl.DateTimeFormat(language, { timeStyle: 'short' });
const fullDate = new Intl.DateTimeFormat(language, { dateStyle: 'full' });

/**
 * The context of the rows of a conversation.
 * @typedef {{me: string, isOwner: () => boolean, onMenu: (message: any) => void, outbox: import('./outbox.js').Outbox,
 *   signal: AbortSignal}} RowContext
 */

/** @param {Row} row @param {RowContext} context @returns {HTMLElement} */
export function renderRow(row, context) {
  switch (row.kind) {
    case 'day': return element('li', { class: 'day-divider' },
      element('span', {}, fullDate.format(new Date(row.date ?? ''))));
    case 'unread': return element('li', { class: 'unread-divider' }, element('span', {}, text('chat.unreadFrom')));
    case 'job': return jobRow(row.job, context);
    default: return messageRow(row.message, row.isFirst, context);
  }
}

export const authorName = (author) => author?.nickname ?? text('chat.formerMember');

function messageRow(message, isFirst, context) {
  const isMine = message.author?.id === context.me;
  const hasMenu = !message.removed_at && (isMine || context.isOwner());
  return element('li',
    { class: `message${isMine ? ' is-mine' : ''}${isFirst ? ' is-first' : ''}`, 'data-sequence': message.sequence },
    !isMine && element('span', { class: 'message-face' }, isFirst
      && avatar(message.author ?? { nickname: '?', photo: null })),
    element('div', { class: 'message-body' },
      element('p', { class: isFirst && !isMine ? 'message-author' : 'unseen' }, authorLink(message, isMine)),
      element('div', { class: 'message-line' }, bubble(message), element('span', { class: 'message-time' },
        element('time', { datetime: message.created_at }, timeOfDay.format(new Date(message.created_at))),
        message.edited_at && !message.removed_at && element('span', {}, text('chat.edited'))),
      hasMenu && iconButton('more', text('chat.messageMenu', { text: excerpt(message) }), () => context.onMenu(message),
        { 'aria-haspopup': 'dialog' }))));
}

function authorLink({ author }, isMine) {
  if (isMine) return text('chat.you');
  return author ? element('a', { href: `/app/people/${author.id}` }, author.nickname) : authorName(author);
}

/** The beginning of a message's text, or the number of its photos. */
export const excerpt = ({ text: written, photos }) => {
  const characters = [...written.replace(/\s+/g, ' ').trim()];
  if (!characters.length) return photos.length ? text('chat.photos', { count: photos.length }) : '';
  return characters.length > 40 ? `${characters.slice(0, 40).join('')}…` : characters.join('');
};

function bubble(message) {
  if (message.removed_at) return element('div', { class: 'bubble is-removed' }, text('chat.removed'));
  return element('div', { class: `bubble${message.text ? '' : ' is-bare'}` },
    message.photos.length > 0 && album(message.photos, authorName(message.author)),
    message.text && messageText(message.text), ...boothCards(addressesIn(message.text)));
}

const webAddress = /(https?:\/\/[^\s<>"']*[^\s<>"'.,!?)\]}:;])/;

const addressesIn = (written) => written.split(webAddress).filter((_, index) => index % 2);

/** A text with links for its web addresses; everything else stays text. */
function messageText(written) {
  const parts = written.split(webAddress);
  return element('p', { class: 'message-text', dir: 'auto' }, ...parts.map((part, index) => (index % 2
    ? element('a', { href: part, target: '_blank', rel: 'noopener noreferrer nofollow' }, part) : part)));
}

// MARK: Messages that are being sent

function jobRow(job, { outbox, signal }) {
  const isSending = job.state === 'sending';
  const bar = isSending && job.files.length > 0 && !job.photos
    && element('progress', { max: 1, value: outbox.progress(job.key), 'aria-label': text('chat.uploading') });
  if (bar) {
    outbox.addEventListener('progress', () => bar.setAttribute('value', String(outbox.progress(job.key))), { signal });
  }
  return element('li',
    { class: `message is-mine is-first is-waiting${job.state === 'refused' ? ' is-refused' : ''}`,
      'data-job': job.key },
    element('div', { class: 'message-body' },
      element('p', { class: 'unseen' }, text('chat.you')),
      element('div', { class: 'message-line' },
        element('div', { class: `bubble${job.text ? '' : ' is-bare'}` },
          job.files.length > 0
            && element('div', { class: 'album', 'data-count': job.files.length },
              ...job.files.map((file) => photoPreview(file, signal))),
          job.text && messageText(job.text)),
        isSending && element('span', { class: 'message-time' }, text('chat.sending'))),
      bar,
      !isSending && jobState(job, outbox)));
}

function jobState(job, outbox) {
  return element('div', { class: 'message-state' },
    element('span', {}, job.state === 'refused' ? refusalText(job) : text('chat.waiting')),
    element('button', { type: 'button', class: 'small', onclick: () => outbox.retry(job.key) }, icon('send'),
      text('chat.resend')),
    // The server may have received it: then removing it here would not unsend it.
    !job.isTried && element('button', { type: 'button', class: 'small', onclick: () => outbox.withdraw(job.key) },
      text('remove')));
}

const refusalText = ({ failure }) =>
  text('chat.refused', { why: errorText(failure ? new Problem(failure.status, failure) : null) });

/** The time, if an instant is of today, otherwise the date. */
export const formatShort = (instant) =>
  new Date(instant).toDateString() === new Date().toDateString() ? timeOfDay.format(new Date(instant))
    : formatDate(instant);
