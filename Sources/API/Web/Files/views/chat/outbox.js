// What is on its way: kept until the server has it, sent in order, and each said once, by a key, however often it is
// sent. It goes on when the conversation is left.

import { Problem, Unreachable, send, upload } from '../../core/api.js';
import { randomKey } from '../../core/random.js';
import { member } from '../../core/session.js';

/**
 * Something to be said. `since` is the newest message that was known when it was written; `isTried`: it may have
 * arrived although no answer came.
 * @typedef {{key: string, channel: number, order: number, text: string, files: Blob[], photos: string[] | null,
 *   since: number, state: 'sending' | 'waiting' | 'refused', isTried: boolean, code?: string,
 *   failure?: {status: number, code: string, detail: string}}} Job
 */

const pauses = [2_000, 5_000, 15_000, 60_000];

/** Tells `change` with the channel in `detail`, and `said` with `{job, message}`. */
export class Outbox extends EventTarget {
  /** @type {Job[]} */
  #jobs = [];
  /** How much of a job's photos is uploaded, from 0 to 1. @type {Map<string, number>} */
  #progress = new Map();
  /** @type {Set<number>} */
  #running = new Set();
  /** Keys of what is being put into the history. @type {Set<string>} */
  #unkept = new Set();
  #failures = 0;
  #timer = 0;
  #isOver = false;
  /** Other tabs of this person. */
  #tabs = typeof BroadcastChannel === 'function' ? new BroadcastChannel('fourcuts.chat') : null;

  /** @param {import('./chat-history.js').History} history @param {string} account */
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
    this.#isOver = true;
    clearTimeout(this.#timer);
    removeEventListener('online', this.flush);
    this.#tabs?.close();
  }

  /** What is on its way to a channel, in order. @param {number} channel */
  of(channel) { return this.#jobs.filter((job) => job.channel === channel); }

  progress(key) { return this.#progress.get(key) ?? 0; }

  /** @param {{channel: number, text: string, files: Blob[], since: number}} words */
  async add(words) {
    /** @type {Job} */
    const job = { ...words, key: randomKey(), order: Date.now(), photos: null, state: 'waiting', isTried: false };
    this.#jobs.push(job);
    await this.#keep(job);
    this.#run(job.channel);
  }

  /** Has what was refused, or waits, tried again now. */
  async again(key) {
    const job = this.#jobs.find((it) => it.key === key);
    if (!job) return;
    Object.assign(job, { state: 'waiting', failure: undefined, code: undefined });
    await this.#keep(job);
    this.#run(job.channel);
  }

  /** Says it no more. */
  async drop(key) {
    const job = this.#jobs.find((it) => it.key === key);
    this.#jobs = this.#jobs.filter((it) => it.key !== key);
    await this.history.dropJob(key);
    if (job) this.#tell(job.channel);
  }

  /** Sends all that waits. */
  flush = () => {
    clearTimeout(this.#timer);
    for (const channel of new Set(this.#jobs.map((job) => job.channel))) this.#run(channel);
  };

  async #reload() {
    const kept = await this.history.jobs();
    const own = new Map(this.#jobs.map((job) => [job.key, job]));
    const isKept = new Set(kept.map((job) => job.key));
    kept.push(...this.#jobs.filter((job) => this.#unkept.has(job.key) && !isKept.has(job.key)));
    // What this tab is sending it knows best itself.
    this.#jobs = kept.map((job) => (own.get(job.key)?.state === 'sending' ? own.get(job.key) : job))
      .map((job) => (job.state === 'sending' && !own.has(job.key) ? { ...job, state: 'waiting' } : job))
      .sort((one, other) => one.order - other.order);
    const channels = new Set([...own.values(), ...this.#jobs].map((job) => job.channel));
    for (const channel of channels) this.dispatchEvent(new CustomEvent('change', { detail: channel }));
  }

  async #keep(job) {
    this.dispatchEvent(new CustomEvent('change', { detail: job.channel }));
    this.#unkept.add(job.key);
    await this.history.keepJob(job);
    this.#unkept.delete(job.key);
    this.#tabs?.postMessage(job.channel);
  }

  #tell(channel) {
    this.dispatchEvent(new CustomEvent('change', { detail: channel }));
    this.#tabs?.postMessage(channel);
  }

  /** Sends what waits for a channel, one after the other, in one tab at a time. */
  async #run(channel) {
    if (this.#running.has(channel)) return;
    this.#running.add(channel);
    try {
      await alone(`fourcuts.outbox.${channel}`, async () => {
        // Another tab may just have said it.
        await this.#reload();
        for (let job = this.#next(channel); job; job = this.#next(channel)) {
          if (!(await this.#attempt(job))) break;
        }
      });
    } finally {
      this.#running.delete(channel);
    }
  }

  /** What comes next; nothing overtakes what waits for an answer. */
  #next(channel) {
    if (this.#isOver || member()?.id !== this.account) return undefined;
    return this.of(channel).find((job) => job.state !== 'refused');
  }

  /** @param {Job} job @returns {Promise<boolean>} whether to go on with the next */
  async #attempt(job) {
    job.state = 'sending';
    await this.#keep(job);
    try {
      const message = await this.#say(job);
      this.#failures = 0;
      this.#progress.delete(job.key);
      // What says the same after it does not stand for it.
      for (const other of this.of(job.channel)) if (!other.isTried) other.since = Math.max(other.since, message.sequence);
      this.dispatchEvent(new CustomEvent('said', { detail: { job, message } }));
      await this.drop(job.key);
      return true;
    } catch (failure) {
      return this.#fail(job, failure);
    }
  }

  async #say(job) {
    if (job.files.length && !job.photos) {
      const photos = await upload(job.files, (part) => {
        this.#progress.set(job.key, part);
        this.dispatchEvent(new CustomEvent('progress', { detail: job.key }));
      });
      // The same picture twice is one photo.
      job.photos = [...new Set(photos.map(({ name }) => name))];
    }
    job.isTried = true;
    await this.#keep(job);
    const body = { text: job.text, photos: job.photos ?? [], key: job.key };
    return send('POST', `/api/channels/${job.channel}/messages`, body);
  }

  async #fail(job, failure) {
    if (!(failure instanceof Problem || failure instanceof Unreachable)) console.error(failure);
    const isForNow = !(failure instanceof Problem) || failure.status === 401 || failure.status === 429 || failure.status >= 500;
    if (failure instanceof Problem && failure.code === 'photo-unknown' && job.files.length && !job.isRenewed) {
      // What waited for longer than a day was removed: it is uploaded anew, once.
      Object.assign(job, { photos: null, isRenewed: true, state: 'waiting' });
      await this.#keep(job);
      return true;
    }
    job.state = isForNow ? 'waiting' : 'refused';
    if (!isForNow) {
      job.isTried = false;
      job.code = failure.code;
      job.failure = { status: failure.status, code: failure.code, detail: failure.message };
    }
    await this.#keep(job);
    if (isForNow && !this.#isOver) this.#later(failure.retryAfter);
    return !isForNow;
  }

  #later(seconds) {
    const pause = seconds ? seconds * 1000 : pauses[Math.min(this.#failures, pauses.length - 1)];
    this.#failures += 1;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.flush, pause * (0.75 + Math.random() / 2));
  }
}

const alone = (name, work) => (navigator.locks ? navigator.locks.request(name, work) : work());
