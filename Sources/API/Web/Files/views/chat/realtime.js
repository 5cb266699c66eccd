// The WebSocket for live messages. It reconnects automatically; each subscription sends the last known revision, so
// that no message is missed.

import { renewSession } from '../../core/api.js';
import { member, onSessionChange } from '../../core/session.js';

/**
 * A subscriber of a channel: `revision` is the one up to which it has all messages, `onMessage` gets the server's
 * messages.
 * @typedef {{revision: () => number, onMessage: (message: any) => void}} Subscriber
 */

// In milliseconds.
const minRetryDelay = 500;
const maxRetryDelay = 30_000;
/** The connection is checked after this time without a message, while the page is visible. */
const checkInterval = 45_000;
/** The timeout of a check. */
const checkTimeout = 8_000;
/** How long the connection stays open without a view, so that a change of the channel keeps it. */
const idleTimeout = 2_000;

/** The close code of the server without a session (RFC 6455, policy violation). */
const policyViolation = 1008;

/** Dispatches `state` when `isOpen` has changed, and `unread` when what waits for the member may have changed. */
class RealtimeConnection extends EventTarget {
  /** @type {WebSocket | null} */
  #socket = null;
  /** By channel. @type {Map<number, Set<Subscriber>>} */
  #subscribers = new Map();
  #attempts = 0;
  #retryTimer = 0;
  #checkTimer = 0;
  #isRefused = false;
  #isClosed = false;
  #isWatchingUnread = false;
  isOpen = false;

  constructor() {
    super();
    addEventListener('online', this.#wake);
    addEventListener('offline', this.#onOffline);
    document.addEventListener('visibilitychange', this.#wake);
    this.#connect();
  }

  /** Closes the connection for good. */
  close() {
    this.#isClosed = true;
    removeEventListener('online', this.#wake);
    removeEventListener('offline', this.#onOffline);
    document.removeEventListener('visibilitychange', this.#wake);
    this.#disconnect();
    clearTimeout(this.#retryTimer);
  }

  /** Subscribes to a channel until the signal. @param {Subscriber} subscriber @param {AbortSignal} signal */
  subscribe(channel, subscriber, signal) {
    if (signal.aborted) return;
    const subscribers = this.#subscribers.get(channel) ?? new Set();
    this.#subscribers.set(channel, subscribers.add(subscriber));
    this.#sendSubscription(channel);
    signal.addEventListener('abort', () => {
      subscribers.delete(subscriber);
      if (subscribers.size || this.#subscribers.get(channel) !== subscribers) return;
      this.#subscribers.delete(channel);
      this.#send({ type: 'unsubscribe', channel });
    });
  }

  /** Asks for `unread` from now on. */
  watchUnread() {
    this.#isWatchingUnread = true;
    if (this.isOpen) this.#send({ type: 'watch_unread' });
  }

  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #sendSubscription(channel) {
    const subscribers = [...(this.#subscribers.get(channel) ?? [])];
    if (!subscribers.length) return;
    this.#send({ type: 'subscribe', channel, since_revision: Math.min(...subscribers.map((it) => it.revision())) });
  }

  // MARK: Connecting

  #connect() {
    if (this.#isClosed || this.#socket || !navigator.onLine) return;
    clearTimeout(this.#retryTimer);
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/realtime`);
    this.#socket = socket;
    this.#isRefused = false;
    // The server checks the cookies before it reads this, and answers at once if they are invalid.
    socket.onopen = () => { for (const channel of this.#subscribers.keys()) this.#sendSubscription(channel); };
    socket.onmessage = ({ data }) => { if (socket === this.#socket) this.#receive(JSON.parse(data)); };
    socket.onclose = ({ code }) => {
      if (socket !== this.#socket) return;
      this.#disconnect();
      this.#reconnect(code === policyViolation || this.#isRefused);
    };
    this.#scheduleCheck();
  }

  /** Connects again after a delay that grows with the attempts; with a renewed session if that was missing. */
  async #reconnect(needsSession) {
    if (this.#isClosed) return;
    const isFirst = this.#attempts === 0;
    const delay = Math.min(maxRetryDelay, minRetryDelay * 2 ** this.#attempts);
    this.#attempts += 1;
    if (needsSession && (await renewSession().catch(() => false)) && isFirst) return this.#connect();
    if (this.#isClosed || !member()) return;
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => this.#connect(), delay * (0.5 + Math.random() / 2));
  }

  /** The page is visible again, or the network is back: connects at once, or checks the connection. */
  #wake = () => {
    if (document.visibilityState !== 'visible' && this.#socket) return;
    if (!this.#socket) this.#connect();
    else this.#check();
  };

  #onOffline = () => {
    this.#disconnect();
    clearTimeout(this.#retryTimer);
  };

  #disconnect() {
    const socket = this.#socket;
    this.#socket = null;
    clearTimeout(this.#checkTimer);
    if (socket) socket.onclose = null;
    socket?.close();
    this.#setOpen(false);
  }

  #setOpen(isOpen) {
    if (isOpen === this.isOpen) return;
    this.isOpen = isOpen;
    this.dispatchEvent(new Event('state'));
  }

  /** A connection that broke silently is only found by sending something. */
  #scheduleCheck() {
    clearTimeout(this.#checkTimer);
    this.#checkTimer = setTimeout(() => {
      if (document.visibilityState === 'visible') this.#check();
      else this.#scheduleCheck();
    }, checkInterval);
  }

  #check() {
    if (!this.isOpen || !this.#subscribers.size) return;
    this.#sendSubscription(this.#subscribers.keys().next().value);
    clearTimeout(this.#checkTimer);
    this.#checkTimer = setTimeout(() => {
      this.#disconnect();
      this.#connect();
    }, checkTimeout);
  }

  // MARK: Receiving

  #receive(message) {
    this.#scheduleCheck();
    const subscribers = [...(this.#subscribers.get(message.channel) ?? [])];
    switch (message.type) {
      case 'authenticated':
        this.#attempts = 0;
        this.#setOpen(true);
        if (this.#isWatchingUnread) this.#send({ type: 'watch_unread' });
        break;
      case 'unread':
        this.dispatchEvent(new Event('unread'));
        break;
      case 'behind':
        this.#sendSubscription(message.channel);
        break;
      case 'error':
        this.#onError(message, subscribers);
        break;
      default:
        for (const subscriber of subscribers) subscriber.onMessage(message);
    }
  }

  #onError({ code, channel }, subscribers) {
    if (code.startsWith('token-')) {
      this.#isRefused = true;
      this.#socket?.close();
    } else if (code === 'channel-not-joined' || code === 'channel-unknown') {
      for (const subscriber of subscribers) subscriber.onMessage({ type: 'membership', channel, is_member: false });
    } else if (subscribers.length && code !== 'subscriptions-too-many') {
      // An internal error of the server: retry.
      const socket = this.#socket;
      setTimeout(() => { if (socket === this.#socket) this.#sendSubscription(channel); }, 5_000);
    }
  }
}

/** @type {RealtimeConnection | null} */
let shared = null;
let users = 0;
let idleTimer = 0;

/** The connection of the page, for a view that ends with the signal. @param {AbortSignal} signal */
export function realtimeConnection(signal) {
  clearTimeout(idleTimer);
  shared ??= new RealtimeConnection();
  users += 1;
  signal.addEventListener('abort', () => {
    users -= 1;
    if (!users) idleTimer = setTimeout(closeShared, idleTimeout);
  });
  return shared;
}

function closeShared() {
  shared?.close();
  shared = null;
}

// The connection belongs to a member.
let owner = member()?.id;
onSessionChange(() => {
  if (member()?.id === owner) return;
  owner = member()?.id;
  closeShared();
});
