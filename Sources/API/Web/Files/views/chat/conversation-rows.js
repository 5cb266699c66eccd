// The rows of a conversation: days, the divider of unread messages, messages, and those that are being sent. No DOM.

/** @typedef {import('./message-log.js').Message} Message */
/** @typedef {import('./outbox.js').Job} Job */

/**
 * A row. `stamp` changes whenever the row must be redrawn.
 * @typedef {{key: string, stamp: string, kind: 'day' | 'unread' | 'message' | 'job', date?: string, message?: Message,
 *   isFirst?: boolean, job?: Job}} Row
 */

/** Messages of one author within this time form a group, in milliseconds. */
const groupingTime = 5 * 60_000;

/**
 * @param {Message[]} messages by sequence
 * @param {Job[]} jobs what is being sent, in order
 * @param {{unreadFrom: number | null, me: string}} about `unreadFrom`: the first unread sequence
 * @returns {Row[]}
 */
export function conversationRows(messages, jobs, { unreadFrom, me }) {
  /** @type {Row[]} */
  const rows = [];
  /** @type {Message | null} */
  let previous = null;
  for (const message of messages) {
    const isNewDay = !previous || dayOf(previous) !== dayOf(message);
    if (isNewDay) {
      rows.push({ kind: 'day', key: `day-${message.sequence}`, stamp: dayOf(message), date: message.created_at });
    }
    const isFirstUnread = unreadFrom !== null && message.sequence >= unreadFrom
      && (previous?.sequence ?? 0) < unreadFrom;
    if (isFirstUnread) rows.push({ kind: 'unread', key: 'unread', stamp: '' });
    const isFirst = isNewDay || isFirstUnread || !isSameGroup(previous, message);
    rows.push({ kind: 'message', key: `message-${message.sequence}`, stamp: `${message.revision} ${isFirst}`, message,
      isFirst });
    previous = message;
  }
  for (const job of unconfirmedJobs(jobs, messages, me)) {
    rows.push({ kind: 'job', key: `job-${job.key}`, stamp: `${job.state} ${job.code ?? ''} ${job.isTried}`, job });
  }
  return rows;
}

const dayOf = (message) => new Date(message.created_at).toDateString();

const isSameGroup = (previous, message) =>
  previous.author?.id === message.author?.id && !previous.removed_at
  && new Date(message.created_at).getTime() - new Date(previous.created_at).getTime() < groupingTime;

/**
 * The jobs that are not among the messages yet. A message may arrive live before the answer to its request, and does
 * not name its key: a job that may have been received is therefore matched with an equal message.
 * @param {Job[]} jobs
 * @param {Message[]} messages
 * @param {string} me
 */
function unconfirmedJobs(jobs, messages, me) {
  const taken = new Set();
  return jobs.filter((job) => {
    if (!job.isTried || job.state === 'refused') return true;
    const match = messages.find((message) => message.author?.id === me && message.sequence > job.since
      && !taken.has(message.sequence) && message.text === job.text && areEqual(message.photos, job.photos ?? []));
    if (match) taken.add(match.sequence);
    return !match;
  });
}

const areEqual = (some, others) => some.length === others.length && some.every((name, index) => name === others[index]);
