// What stands in a conversation, from top to bottom: days, the mark of what is unread, messages, and what is on its way.

/** @typedef {import('./message-log.js').Message} Message */
/** @typedef {import('./outbox.js').Job} Job */

/**
 * A row; `stamp` changes whenever it is to be drawn anew.
 * @typedef {{key: string, stamp: string, kind: 'day' | 'unread' | 'message' | 'job', moment?: string, message?: Message,
 *   isFirst?: boolean, job?: Job}} Row
 */

/** Messages of one person within so many milliseconds stand together. */
const together = 5 * 60_000;

/**
 * @param {Message[]} messages by sequence
 * @param {Job[]} jobs what is on its way, in order
 * @param {{unreadFrom: number | null, me: string}} about where the mark of the unread stands
 * @returns {Row[]}
 */
export function rows(messages, jobs, { unreadFrom, me }) {
  /** @type {Row[]} */
  const made = [];
  /** @type {Message | null} */
  let before = null;
  for (const message of messages) {
    const isNewDay = !before || dayOf(before) !== dayOf(message);
    if (isNewDay) made.push({ kind: 'day', key: `day-${message.sequence}`, stamp: dayOf(message), moment: message.created_at });
    const isMark = unreadFrom !== null && message.sequence >= unreadFrom && (before?.sequence ?? 0) < unreadFrom;
    if (isMark) made.push({ kind: 'unread', key: 'unread', stamp: '' });
    const isFirst = isNewDay || isMark || !isTogether(before, message);
    made.push({ kind: 'message', key: `message-${message.sequence}`, stamp: `${message.revision} ${isFirst}`, message, isFirst });
    before = message;
  }
  for (const job of unsaid(jobs, messages, me)) {
    made.push({ kind: 'job', key: `job-${job.key}`, stamp: `${job.state} ${job.code ?? ''} ${job.isTried}`, job });
  }
  return made;
}

const dayOf = (message) => new Date(message.created_at).toDateString();

const isTogether = (before, message) =>
  before.author?.id === message.author?.id && !before.removed_at
  && new Date(message.created_at).getTime() - new Date(before.created_at).getTime() < together;

/**
 * What is on its way and not among the messages yet. News may tell of a message before the answer to saying it comes,
 * and they do not name its key: of those that may have arrived, one that is the same stands for it until then.
 * @param {Job[]} jobs
 * @param {Message[]} messages
 * @param {string} me
 */
export function unsaid(jobs, messages, me) {
  const taken = new Set();
  return jobs.filter((job) => {
    if (!job.isTried || job.state === 'refused') return true;
    const same = messages.find((message) => message.author?.id === me && message.sequence > job.since
      && !taken.has(message.sequence) && message.text === job.text && isSame(message.photos, job.photos ?? []));
    if (same) taken.add(same.sequence);
    return !same;
  });
}

const isSame = (some, others) => some.length === others.length && some.every((name, place) => name === others[place]);
