// The messages that are being sent: stored until the server has them, sent in order, and each once, by its key, however
// often it is sent. Sending goes on when the conversation is left.

import { Problem, Unreachable, send, upload } from '../../core/api.js';
import { randomKey } from '../../core/random.js';
import { member } from '../../core/session.js';

/**
 * A message to be sent. `since` is the newest sequence that was known when it was written; `isTried`: the server may
 * have received it although no answer came.
 * @typedef {{key: string, channel: number, order: number, text: string, files: Blob[], photos: string[] | null,
 *   since: number, state: 'sending' | 'waiting' | 'refused', isTried: boolean, code?: string,
 *   failure?: {status: number, code: string, detail: string}}} Job
 */

/** In milliseconds. */
const retryDelays = [2_000, 5_000, 15_000, 60_000];

/** Dispatches `change` with the channel in `detail`, and `sent` with `{job, message}`. */
export class Outbox extends EventTarget {
  /** @type {Job[]} */
  #jobs = [];
  /** The progress of a job's upload, from 0 to 1. @type {Map<string, number>} */
  #progress = new Map();
  /** The channels whose messages are being sent. @type {Set<number>} */
  #running = new Set();
  /** The keys of jobs that are not stored yet. @type {Set<string>} */
  #unstored = new Set();
  #failures = 0;
  #timer = 0;
  #isClosed = false;
  /** Other tabs of this member. */
  #tabs = typeof BroadcastChannel === 'function' ? new BroadcastChannel('fourcuts.chat') : null;

  /** @param {import('./chat-history.js').ChatHistory} history @param {string} account */
  constructor(history, account) {
    super();
    this.history = history;
    this.account = account;
    addEventListener('online', this.flush);
    this.#tabs?.addEventListener('message', () => this.#reload());
  }

  async open() {
    await this.#reload();
    this.flush();
  }

  close() {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    removeEventListener('online', this.flush);
    this.#tabs?.close();
  }

  /** The jobs of a channel, in order. @param {number} channel */
  jobsOf(channel) { return this.#jobs.filter((job) => job.channel === channel); }

  progress(key) { return this.#progress.get(key) ?? 0; }

  /** @param {{channel: number, text: string, files: Blob[], since: number}} message */
  async add(message) {
    /** @type {Job} */
    const job = { ...message, key: randomKey(), order: Date.now(), photos: null, state: 'waiting', isTried: false };
    this.#jobs.push(job);
    this.#unstored.add(job.key);
    this.dispatchEvent(new CustomEvent('change', { detail: job.channel }));
    await this.history.addJob(job);
    this.#unstored.delete(job.key);
    this.#tabs?.postMessage(job.channel);
    this.#run(job.channel);
  }

  /** Sends a waiting or rejected job now. */
  async retry(key) {
    const job = this.#jobs.find((it) => it.key === key);
    if (!job) return;
    Object.assign(job, { state: 'waiting', failure: undefined, code: undefined });
    if (await this.#store(job)) this.#run(job.channel);
  }

  /** Removes a job that the server cannot have received: another tab may have begun to send it. */
  async withdraw(key) {
    if (await this.history.withdrawJob(key)) this.#drop(key);
    else await this.#reload();
  }

  #drop(key) {
    const job = this.#jobs.find((it) => it.key === key);
    this.#jobs = this.#jobs.filter((it) => it.key !== key);
    if (job) this.#notify(job.channel);
  }

  /** Sends all waiting jobs. */
  flush = () => {
    clearTimeout(this.#timer);
    for (const channel of new Set(this.#jobs.map((job) => job.channel))) this.#run(channel);
  };

  async #reload() {
    const stored = await this.history.jobs();
    const own = new Map(this.#jobs.map((job) => [job.key, job]));
    const storedKeys = new Set(stored.map((job) => job.key));
    stored.push(...this.#jobs.filter((job) => this.#unstored.has(job.key) && !storedKeys.has(job.key)));
    // The state of a job that this tab is sending is newer than the stored one.
    this.#jobs = stored.map((job) => (own.get(job.key)?.state === 'sending' ? own.get(job.key) : job))
      .map((job) => (job.state === 'sending' && !own.has(job.key) ? { ...job, state: 'waiting' } : job))
      .sort((one, other) => one.order - other.order);
    const channels = new Set([...own.values(), ...this.#jobs].map((job) => job.channel));
    for (const channel of channels) this.dispatchEvent(new CustomEvent('change', { detail: channel }));
  }

  /** Stores the state of a job. Resolves to false if it was removed meanwhile, maybe in another tab. */
  async #store(job) {
    this.dispatchEvent(new CustomEvent('change', { detail: job.channel }));
    const isStored = await this.history.storeJob(job);
    if (isStored) this.#tabs?.postMessage(job.channel);
    else this.#drop(job.key);
    return isStored;
  }

  #notify(channel) {
    this.dispatchEvent(new CustomEvent('change', { detail: channel }));
    this.#tabs?.postMessage(channel);
  }

  /** Sends the jobs of a channel one after the other, in one tab at a time. */
  async #run(channel) {
    if (this.#running.has(channel)) return;
    this.#running.add(channel);
    try {
      await withLock(`fourcuts.outbox.${channel}`, async () => {
        // Another tab may just have sent it.
        await this.#reload();
        for (let job = this.#next(channel); job; job = this.#next(channel)) {
          if (!(await this.#attempt(job))) break;
        }
      });
    } finally {
      this.#running.delete(channel);
    }
  }

  /** The first job that was not rejected: none overtakes another. */
  #next(channel) {
    if (this.#isClosed || member()?.id !== this.account) return undefined;
    return this.jobsOf(channel).find((job) => job.state !== 'refused');
  }

  /** @param {Job} job @returns {Promise<boolean>} whether to go on with the next */
  async #attempt(job) {
    job.state = 'sending';
    if (!(await this.#store(job))) return true;
    try {
      const message = await this.#send(job);
      this.#failures = 0;
      this.#progress.delete(job.key);
      if (!message) return true;
      // An equal message behind it must not be taken for this one.
      for (const other of this.jobsOf(job.channel)) {
        if (!other.isTried) other.since = Math.max(other.since, message.sequence);
      }
      this.dispatchEvent(new CustomEvent('sent', { detail: { job, message } }));
      await this.history.removeJob(job.key);
      this.#drop(job.key);
      return true;
    } catch (failure) {
      return this.#onFailure(job, failure);
    }
  }

  /** Resolves to the message; to null if the job was removed during the upload of its photos. */
  async #send(job) {
    if (job.files.length && !job.photos) {
      const photos = await upload(job.files, (part) => {
        this.#progress.set(job.key, part);
        this.dispatchEvent(new CustomEvent('progress', { detail: job.key }));
      });
      // The server gives equal files one name.
      job.photos = [...new Set(photos.map(({ name }) => name))];
    }
    job.isTried = true;
    if (!(await this.#store(job))) return null;
    const body = { text: job.text, photos: job.photos ?? [], key: job.key };
    return send('POST', `/api/channels/${job.channel}/messages`, body);
  }

  async #onFailure(job, failure) {
    if (!(failure instanceof Problem || failure instanceof Unreachable)) console.error(failure);
    const isTemporary = !(failure instanceof Problem) || failure.status === 401 || failure.status === 429
      || failure.status >= 500;
    if (failure instanceof Problem && failure.code === 'photo-unknown' && job.files.length && !job.isUploadedAgain) {
      // The server removes photos that no message refers to after a day: they are uploaded again, once.
      Object.assign(job, { photos: null, isUploadedAgain: true, state: 'waiting' });
      await this.#store(job);
      return true;
    }
    job.state = isTemporary ? 'waiting' : 'refused';
    if (!isTemporary) {
      job.isTried = false;
      job.code = failure.code;
      job.failure = { status: failure.status, code: failure.code, detail: failure.message };
    }
    await this.#store(job);
    if (isTemporary && !this.#isClosed) this.#scheduleRetry(failure.retryAfter);
    return !isTemporary;
  }

  #scheduleRetry(seconds) {
    const delay = seconds ? seconds * 1000 : retryDelays[Math.min(this.#failures, retryDelays.length - 1)];
    this.#failures += 1;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.flush, delay * (0.75 + Math.random() / 2));
  }
}

const withLock = (name, work) => (navigator.locks ? navigator.locks.request(name, work) : work());
