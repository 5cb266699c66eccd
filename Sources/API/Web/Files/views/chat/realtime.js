// The WebSocket that hears what is said. It comes back by itself, names what it knows, and so misses nothing.

import { renewSession } from '../../core/api.js';
import { member, onSessionChange } from '../../core/session.js';

/**
 * Who listens to a channel: `since` tells up to which revision all is known, `take` is given the server's messages.
 * @typedef {{since: () => number, take: (message: any) => void}} Listener
 */

const firstPause = 500;
const longestPause = 30_000;
/** So long may nothing come while somebody looks, before it is asked whether anybody is there. */
const silence = 45_000;
const patience = 8_000;
/** For so long it stays when no view needs it, so that going from one channel to another keeps it. */
const lingering = 2_000;

/** Tells `state`: whether `isOpen` has changed. */
class Line extends EventTarget {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<number, Set<Listener>>} */
  #listeners = new Map();
  #attempts = 0;
  #timer = 0;
  #quiet = 0;
  #isRefused = false;
  #isOver = false;
  isOpen = false;

  constructor() {
    super();
    addEventListener('online', this.#wake);
    addEventListener('offline', this.#drop);
    document.addEventListener('visibilitychange', this.#wake);
    this.#connect();
  }

  /** Ends it for good. */
  end() {
    this.#isOver = true;
    removeEventListener('online', this.#wake);
    removeEventListener('offline', this.#drop);
    document.removeEventListener('visibilitychange', this.#wake);
    this.#lose();
    clearTimeout(this.#timer);
  }

  /** Listens to a channel until the signal. @param {Listener} listener @param {AbortSignal} signal */
  listen(channel, listener, signal) {
    if (signal.aborted) return;
    const others = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, others.add(listener));
    this.#subscribe(channel);
    signal.addEventListener('abort', () => {
      others.delete(listener);
      if (others.size || this.#listeners.get(channel) !== others) return;
      this.#listeners.delete(channel);
      this.#say({ type: 'unsubscribe', channel });
    });
  }

  #say(words) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(words));
  }

  #subscribe(channel) {
    const listeners = [...(this.#listeners.get(channel) ?? [])];
    if (!listeners.length) return;
    this.#say({ type: 'subscribe', channel, since_revision: Math.min(...listeners.map((it) => it.since())) });
  }

  // MARK: Coming and going

  #connect() {
    if (this.#isOver || this.#socket || !navigator.onLine) return;
    clearTimeout(this.#timer);
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/realtime`);
    this.#socket = socket;
    this.#isRefused = false;
    // The cookies are read before anything that is said here: whoever they do not name is told so at once.
    socket.onopen = () => { for (const channel of this.#listeners.keys()) this.#subscribe(channel); };
    socket.onmessage = ({ data }) => { if (socket === this.#socket) this.#hear(JSON.parse(data)); };
    socket.onclose = ({ code }) => {
      if (socket !== this.#socket) return;
      this.#lose();
      this.#return(code === 1008 || this.#isRefused);
    };
    this.#watch();
  }

  /** Comes back: after a while, the longer the more often it failed; with a renewed session where that was missing. */
  async #return(needsSession) {
    if (this.#isOver) return;
    const isFirst = this.#attempts === 0;
    const longest = Math.min(longestPause, firstPause * 2 ** this.#attempts);
    this.#attempts += 1;
    if (needsSession && (await renewSession().catch(() => false)) && isFirst) return this.#connect();
    if (this.#isOver || !member()) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#connect(), longest * (0.5 + Math.random() / 2));
  }

  /** Somebody looks again, or there is a network again: at once, and is it still there? */
  #wake = () => {
    if (document.visibilityState !== 'visible' && this.#socket) return;
    if (!this.#socket) this.#connect();
    else this.#ask();
  };

  #drop = () => {
    this.#lose();
    clearTimeout(this.#timer);
  };

  #lose() {
    const socket = this.#socket;
    this.#socket = null;
    clearTimeout(this.#quiet);
    if (socket) socket.onclose = null;
    socket?.close();
    this.#open(false);
  }

  #open(isOpen) {
    if (isOpen === this.isOpen) return;
    this.isOpen = isOpen;
    this.dispatchEvent(new Event('state'));
  }

  /** A connection that has died in silence is only found by asking. */
  #watch() {
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => {
      if (document.visibilityState === 'visible') this.#ask();
      else this.#watch();
    }, silence);
  }

  #ask() {
    if (!this.isOpen || !this.#listeners.size) return;
    this.#subscribe(this.#listeners.keys().next().value);
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => {
      this.#lose();
      this.#connect();
    }, patience);
  }

  // MARK: Hearing

  #hear(message) {
    this.#watch();
    const listeners = [...(this.#listeners.get(message.channel) ?? [])];
    switch (message.type) {
      case 'authenticated':
        this.#attempts = 0;
        this.#open(true);
        break;
      case 'behind':
        this.#subscribe(message.channel);
        break;
      case 'error':
        this.#refused(message, listeners);
        break;
      default:
        for (const listener of listeners) listener.take(message);
    }
  }

  #refused({ code, channel }, listeners) {
    if (code.startsWith('token-')) {
      this.#isRefused = true;
      this.#socket?.close();
    } else if (code === 'channel-not-joined' || code === 'channel-unknown') {
      for (const listener of listeners) listener.take({ type: 'membership', channel, is_member: false });
    } else if (listeners.length && code !== 'subscriptions-too-many') {
      // What failed by the server's own fault is tried again.
      const socket = this.#socket;
      setTimeout(() => { if (socket === this.#socket) this.#subscribe(channel); }, 5_000);
    }
  }
}

/** @type {Line | null} */
let shared = null;
let users = 0;
let leaving = 0;

/** The line of this page, for a view that ends with the signal. @param {AbortSignal} signal */
export function line(signal) {
  clearTimeout(leaving);
  shared ??= new Line();
  users += 1;
  signal.addEventListener('abort', () => {
    users -= 1;
    if (!users) leaving = setTimeout(hangUp, lingering);
  });
  return shared;
}

function hangUp() {
  shared?.end();
  shared = null;
}

// Another person is another line.
let caller = member()?.id;
onSessionChange(() => {
  if (member()?.id === caller) return;
  caller = member()?.id;
  hangUp();
});
