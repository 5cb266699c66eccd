// The base of the models of a conversation and of the list of channels.

export class ChatModel extends EventTarget {
  /**
   * @param {number} id of the channel or the workspace
   * @param {{history: import('./chat-history.js').ChatHistory, realtime: any, me: string, signal: AbortSignal}} parts
   */
  constructor(id, { history, realtime, me, signal }) {
    super();
    this.id = id;
    this.history = history;
    this.realtime = realtime;
    this.me = me;
    this.signal = signal;
  }
}
