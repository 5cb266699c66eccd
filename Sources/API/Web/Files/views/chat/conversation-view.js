// The view of a conversation: header, messages and composer.

import { isAborted, send } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { messageDraft } from '../../core/member-data.js';
import { go } from '../../core/navigation.js';
import { formatAge, text } from '../../core/texts.js';
import { isConfirmed } from '../../widgets/dialog.js';
import { showError } from '../../widgets/error.js';
import { icon, iconButton } from '../../widgets/icon.js';
import { openMenu } from '../../widgets/menu.js';
import { notify, notifyError, whileBusy } from '../../widgets/notice.js';
import { channelTitle, joinChannel, openChannelMenu } from './channel-actions.js';
import { composer } from './composer.js';
import { conversationRows } from './conversation-rows.js';
import { Conversation } from './conversation.js';
import { MessageList } from './message-list.js';
import { excerpt } from './message-row.js';

/**
 * `at` is the sequence of a message to scroll to, `reload` redraws the chat, `onRead` gets the channel after its
 * read marker has moved.
 * @typedef {{id: number, workspace: number, at: number | null, history: import('./chat-history.js').ChatHistory,
 *   outbox: import('./outbox.js').Outbox, realtime: any, me: string, signal: AbortSignal,
 *   setTitle: (title: string) => void, reload: () => void, onRead: (channel: any) => void}} Parts
 */

export class ConversationView {
  /**
   * The first sequence that was unread when the conversation was opened, or since the page was hidden.
   * @type {number | null}
   */
  #unreadFrom = null;
  #isDrawn = false;
  #isLoading = false;
  #newBelow = 0;

  /** @param {Parts} parts */
  constructor(parts) {
    this.parts = parts;
    const { id, me, signal, outbox } = parts;
    this.conversation = new Conversation(id, parts);
    const isOwner = () => this.conversation.channel?.owner === me;
    this.list = new MessageList(text('chat.log'),
      { me, isOwner, onMenu: (message) => this.#openMessageMenu(message), outbox, signal });
    this.composer = composer({
      draft: messageDraft(me, id), signal, last: () => this.#ownLast(),
      send: (written, files) => this.#send(written, files),
      change: async (message, written) =>
        this.conversation.put(await send('PUT', `/api/messages/${message.id}`, { text: written })),
    });
    this.#build();
    this.conversation.addEventListener('change', () => this.#draw());
    this.conversation.addEventListener('messages',
      (event) => this.#onMessages(/** @type {CustomEvent} */ (event).detail));
    this.conversation.addEventListener('left', () => this.#onLeft());
    this.conversation.addEventListener('read', (event) => parts.onRead(/** @type {CustomEvent} */ (event).detail));
    this.list.addEventListener('top', () => this.#loadOlder());
    this.list.addEventListener('seen',
      (event) => this.conversation.markRead(/** @type {CustomEvent} */ (event).detail));
    outbox.addEventListener('change',
      (event) => { if (/** @type {CustomEvent} */ (event).detail === id) this.#draw(); }, { signal });
    outbox.addEventListener('sent', (event) => {
      const { detail } = /** @type {CustomEvent} */ (event);
      if (detail.job.channel === id) this.conversation.put(detail.message);
    }, { signal });
  }

  #build() {
    const { workspace, me, reload } = this.parts;
    this.name = element('h2', {});
    this.description = element('p', { class: 'chat-description' });
    this.connectionState = element('p', { class: 'connection-state', role: 'status', hidden: true });
    this.trouble = element('div', {});
    this.foot = element('div', { class: 'conversation-foot' });
    this.olderButton = element('button', { type: 'button', class: 'small', onclick: () => this.#loadOlder() },
      text('chat.older'));
    const menu = iconButton('more', text('chat.channelMenu'),
      () => {
        const { channel } = this.conversation;
        if (channel) openChannelMenu(channel, { me, reload, onLeft: () => this.#onLeft() });
      },
      { 'aria-haspopup': 'dialog' });
    this.root = element('section', { class: 'conversation', 'aria-label': text('chat.log') },
      element('header', { class: 'chat-head' },
        element('a',
          { class: 'icon-button chat-back', href: `/app/chat/${workspace}`, 'aria-label': text('chat.backToChannels') },
          icon('back')),
        element('div', { class: 'chat-title' }, this.name, this.description), menu),
      this.connectionState, this.trouble, this.list.root, this.foot);
  }

  /** Loads and shows the conversation, or an error. */
  async open() {
    this.trouble.replaceChildren(element('p', { class: 'empty' }, text('chat.loading')));
    try {
      await this.conversation.open();
      if (this.parts.at) await this.#revealMessage(this.parts.at);
    } catch (failure) {
      if (isAborted(failure)) return;
      this.trouble.replaceChildren();
      this.list.root.hidden = true;
      showError(this.trouble, failure, this.parts.reload);
    }
    if (matchMedia('(pointer: fine)').matches && this.composer.root.isConnected) this.composer.focus();
  }

  // MARK: Drawing

  #draw() {
    const { conversation, parts } = this;
    if (!conversation.channel || parts.signal.aborted) return;
    this.#drawHead();
    if (!conversation.channel.is_member) {
      this.trouble.replaceChildren();
      this.list.root.hidden = true;
      this.foot.replaceChildren(this.#joinPrompt());
    } else if (conversation.log) {
      this.trouble.replaceChildren();
      this.list.root.hidden = false;
      if (!this.composer.root.isConnected) this.foot.replaceChildren(this.composer.root);
      this.#drawMessages();
    }
  }

  #drawHead() {
    const { conversation: { channel } } = this;
    const title = channelTitle(channel);
    if (this.name.textContent !== title) this.name.textContent = title;
    this.description.textContent = channel.description;
    this.parts.setTitle(title);
    const state = this.#offlineText();
    if (this.connectionState.textContent !== state) this.connectionState.textContent = state;
    this.connectionState.hidden = !state;
  }

  /** The age of the messages, if they do not arrive live. */
  #offlineText() {
    const { isOffline, at } = this.conversation;
    return isOffline && at ? text('chat.offline', { age: formatAge(at) }) : '';
  }

  #drawMessages() {
    const { conversation, parts: { id, me, outbox } } = this;
    const isFirst = !this.#isDrawn;
    if (isFirst) this.#unreadFrom = this.#firstUnread();
    const rows = conversationRows(conversation.log.list(), outbox.jobsOf(id), { unreadFrom: this.#unreadFrom, me });
    const top = conversation.log.isComplete ? this.#beginning(rows.length === 0) : this.olderButton;
    if (this.list.top.firstChild !== this.olderButton || top !== this.olderButton) this.list.top.replaceChildren(top);
    this.list.show(rows, !isFirst && !this.#isLoading);
    if (!isFirst) return;
    this.#isDrawn = true;
    if (this.#unreadFrom) this.list.reveal('unread');
    else this.list.scrollToEnd();
  }

  #firstUnread() {
    const { channel, log } = this.conversation;
    if (!channel.unread_count) return null;
    const first = log.list().find((it) => it.sequence > channel.read_sequence && it.author?.id !== this.parts.me
      && !it.removed_at);
    return first?.sequence ?? null;
  }

  #beginning = (isEmpty) =>
    element('p', { class: 'conversation-beginning' }, text(isEmpty ? 'chat.noMessages' : 'chat.beginning'));

  #joinPrompt() {
    const { id, reload } = this.parts;
    const button = element('button', { type: 'button', class: 'button is-main' }, text('chat.join'));
    button.addEventListener('click', () => whileBusy(button, () => joinChannel(id).then(reload)));
    return element('div', { class: 'conversation-join' }, element('p', {}, text('chat.notJoined')), button);
  }

  // MARK: Sending and receiving

  #send(written, files) {
    const { conversation: { log }, parts: { id, outbox } } = this;
    this.#unreadFrom = null;
    outbox.add({ channel: id, text: written, files, since: log?.last ?? 0 });
    this.list.scrollToEnd();
  }

  #ownLast() {
    return this.conversation.log?.list().reverse().find((it) => it.author?.id === this.parts.me && !it.removed_at);
  }

  /** @param {import('./message-log.js').Message[]} messages */
  #onMessages(messages) {
    const { channel } = this.conversation;
    const unread = messages.filter((it) => it.author?.id !== this.parts.me && !it.removed_at && !it.edited_at
      && it.sequence > channel.read_sequence);
    if (!unread.length) return;
    if (document.visibilityState !== 'visible' && (this.#unreadFrom ?? 0) <= channel.read_sequence) {
      this.#unreadFrom = unread[0].sequence;
      this.#draw();
    }
    if (this.list.isAtEnd) return;
    this.#newBelow = this.list.newBelow.hidden ? unread.length : this.#newBelow + unread.length;
    this.list.setNewBelow(this.#newBelow);
  }

  async #onLeft() {
    if (this.parts.signal.aborted) return;
    notify(text('chat.leftChannel', { name: channelTitle(this.conversation.channel) }));
    go(`/app/chat/${this.parts.workspace}`, true);
  }

  // MARK: Older messages

  async #loadOlder() {
    if (this.#isLoading || !this.#isDrawn || this.conversation.log?.isComplete !== false) return;
    await this.#whileLoading(() => this.conversation.loadOlder());
  }

  /** Loads older messages up to one, and highlights it. */
  async #revealMessage(sequence) {
    const isThere = await this.#whileLoading(() => this.conversation.loadTo(sequence));
    if (isThere) this.list.reveal(`message-${sequence}`, true);
    else if (isThere === false) notify(text('chat.tooFarBack'));
  }

  /** While older messages are loaded, screen readers do not read the list. */
  async #whileLoading(load) {
    this.#isLoading = true;
    this.olderButton.setAttribute('aria-busy', 'true');
    try {
      return await load();
    } catch (failure) {
      notifyError(failure);
      return undefined;
    } finally {
      this.#isLoading = false;
      this.olderButton.removeAttribute('aria-busy');
    }
  }

  // MARK: One message

  /** @param {import('./message-log.js').Message} message */
  async #openMessageMenu(message) {
    const action = await openMenu(excerpt(message) || text('chat.message'), [
      message.author?.id === this.parts.me && { name: 'edit', icon: 'edit', label: text('edit') },
      { name: 'remove', icon: 'trash', label: text('remove'), isDanger: true },
    ]);
    if (action === 'edit') this.composer.edit(message);
    if (action !== 'remove') return;
    if (!(await isConfirmed(text('chat.removeMessage'), text('chat.removeMessageWords'), text('remove')))) return;
    try {
      this.conversation.put(await send('DELETE', `/api/messages/${message.id}`));
      this.composer.stopEditing(message);
    } catch (failure) {
      notifyError(failure);
    }
  }
}
