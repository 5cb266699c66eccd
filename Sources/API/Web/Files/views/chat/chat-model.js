// What channels and conversations are known by: a number, what is kept of it, and the line on which it changes.

export class Model extends EventTarget {
  /**
   * @param {number} id
   * @param {{history: import('./chat-history.js').History, line: any, me: string, signal: AbortSignal}} parts
   */
  constructor(id, { history, line, me, signal }) {
    super();
    this.id = id;
    this.history = history;
    this.line = line;
    this.me = me;
    this.signal = signal;
  }
}
