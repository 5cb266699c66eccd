// How a row of a conversation is drawn.

import { Problem } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { formatDate, language, text } from '../../core/texts.js';
import { errorText } from '../../widgets/error.js';
import { icon, iconButton } from '../../widgets/icon.js';
import { avatar } from '../../widgets/photo.js';
import { album, preview } from './photo-album.js';

/** @typedef {import('./conversation-rows.js').Row} Row */

const clock = new Intl.DateTimeFormat(language, { timeStyle: 'short' });
const weekday = new Intl.DateTimeFormat(language, { dateStyle: 'full' });

/**
 * What a row needs to know, and what can be done from it.
 * @typedef {{me: string, isOwner: () => boolean, manage: (message: any) => void, outbox: import('./outbox.js').Outbox,
 *   signal: AbortSignal}} Hands
 */

/** @param {Row} row @param {Hands} hands @returns {HTMLElement} */
export function drawn(row, hands) {
  switch (row.kind) {
    case 'day': return element('li', { class: 'talk-day' }, element('span', {}, weekday.format(new Date(row.moment ?? ''))));
    case 'unread': return element('li', { class: 'talk-unread' }, element('span', {}, text('chat.unreadFrom')));
    case 'job': return waiting(row.job, hands);
    default: return said({ message: row.message, isFirst: row.isFirst }, hands);
  }
}

/** The name of whoever said something. */
export const nameOf = (author) => author?.nickname ?? text('chat.gone');

function said({ message, isFirst }, hands) {
  const isMine = message.author?.id === hands.me;
  const mayManage = !message.removed_at && (isMine || hands.isOwner());
  return element('li', { class: `said${isMine ? ' is-mine' : ''}${isFirst ? ' is-first' : ''}`, 'data-sequence': message.sequence },
    !isMine && element('span', { class: 'said-face' }, isFirst && avatar(message.author ?? { nickname: '?', photo: null })),
    element('div', { class: 'said-body' },
      element('p', { class: isFirst && !isMine ? 'said-who' : 'unseen' }, who(message, isMine)),
      element('div', { class: 'said-line' }, body(message), element('span', { class: 'said-when' },
        element('time', { datetime: message.created_at }, clock.format(new Date(message.created_at))),
        message.edited_at && !message.removed_at && element('span', {}, text('chat.edited'))),
      mayManage && iconButton('more', text('chat.manage', { text: excerpt(message) }), () => hands.manage(message), { 'aria-haspopup': 'dialog' }))));
}

function who({ author }, isMine) {
  if (isMine) return text('chat.you');
  return author ? element('a', { href: `/app/people/${author.id}` }, author.nickname) : nameOf(author);
}

/** A few words by which a message is told from others. */
export const excerpt = ({ text: words, photos }) => {
  const short = [...words.replace(/\s+/g, ' ').trim()];
  if (!short.length) return photos.length ? text('chat.photos', { count: photos.length }) : '';
  return short.length > 40 ? `${short.slice(0, 40).join('')}…` : short.join('');
};

function body(message) {
  if (message.removed_at) return element('div', { class: 'bubble is-removed' }, text('chat.removed'));
  return element('div', { class: `bubble${message.text ? '' : ' is-bare'}` },
    message.photos.length > 0 && album(message.photos, nameOf(message.author)),
    message.text && words(message.text));
}

/** A text whose addresses of pages can be followed; it is never anything but text. */
function words(written) {
  const parts = written.split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,!?)\]}:;])/);
  return element('p', { class: 'said-text', dir: 'auto' }, ...parts.map((part, place) => (place % 2
    ? element('a', { href: part, target: '_blank', rel: 'noopener noreferrer nofollow' }, part) : part)));
}

// MARK: On its way

function waiting(job, { outbox, signal }) {
  const isSending = job.state === 'sending';
  const bar = isSending && job.files.length > 0 && !job.photos && element('progress', { max: 1, value: outbox.progress(job.key), 'aria-label': text('chat.uploading') });
  if (bar) outbox.addEventListener('progress', () => bar.setAttribute('value', String(outbox.progress(job.key))), { signal });
  return element('li', { class: `said is-mine is-first is-waiting${job.state === 'refused' ? ' is-refused' : ''}`, 'data-job': job.key },
    element('div', { class: 'said-body' },
      element('p', { class: 'unseen' }, text('chat.you')),
      element('div', { class: 'said-line' },
        element('div', { class: `bubble${job.text ? '' : ' is-bare'}` },
          job.files.length > 0 && element('div', { class: 'album', 'data-count': job.files.length }, ...job.files.map((file) => preview(file, signal))),
          job.text && words(job.text)),
        isSending && element('span', { class: 'said-when' }, text('chat.sending'))),
      bar,
      !isSending && state(job, outbox)));
}

function state(job, outbox) {
  const isRefused = job.state === 'refused';
  const why = isRefused ? refusal(job) : text('chat.waiting');
  return element('div', { class: 'said-state' },
    element('span', {}, why),
    element('button', { type: 'button', class: 'small', onclick: () => outbox.again(job.key) }, icon('send'), text('chat.resend')),
    // What may have arrived cannot be taken back in this way.
    !job.isTried && element('button', { type: 'button', class: 'small', onclick: () => outbox.drop(job.key) }, text('remove')));
}

const refusal = ({ failure }) =>
  text('chat.refused', { why: errorText(failure ? new Problem(failure.status, failure) : null) });

/** A moment in a few words: today its time, otherwise its day. */
export const briefly = (moment) =>
  new Date(moment).toDateString() === new Date().toDateString() ? clock.format(new Date(moment)) : formatDate(moment);
