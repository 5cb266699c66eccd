// One conversation: what was said, what is being said, and what can be done about it.

import { isAborted, send } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { messageDraftName } from '../../core/member-data.js';
import { go } from '../../core/navigation.js';
import { formatAge, text } from '../../core/texts.js';
import { isConfirmed } from '../../widgets/dialog.js';
import { showError } from '../../widgets/error.js';
import { icon, iconButton } from '../../widgets/icon.js';
import { openMenu } from '../../widgets/menu.js';
import { notify, notifyError, whileBusy } from '../../widgets/notice.js';
import { channelMenu, join, titleOf } from './channel-actions.js';
import { composer } from './composer.js';
import { rows } from './conversation-rows.js';
import { Conversation } from './conversation.js';
import { LogView } from './message-list.js';
import { excerpt } from './message-row.js';

/**
 * What a conversation is shown with. `at` is a message to bring to sight; `again` shows the view anew, `changed` is told
 * of the channel as it is now.
 * @typedef {{id: number, workspace: number, at: number | null, history: import('./chat-history.js').History,
 *   outbox: import('./outbox.js').Outbox, line: any, me: string, signal: AbortSignal, title: (words: string) => void,
 *   again: () => void, changed: (channel: any) => void}} Parts
 */

export class Talk {
  /** From where on it was unread when it was opened, or since nobody looked. @type {number | null} */
  #unreadFrom = null;
  #isBegun = false;
  #isLoading = false;
  #below = 0;

  /** @param {Parts} parts */
  constructor(parts) {
    this.parts = parts;
    const { id, me, signal, outbox } = parts;
    this.conversation = new Conversation(id, parts);
    const isOwner = () => this.conversation.channel?.owner === me;
    this.log = new LogView(text('chat.log'), { me, isOwner, manage: (message) => this.#manage(message), outbox, signal });
    this.composer = composer({
      draft: messageDraftName(me, id), signal, last: () => this.#ownLast(), send: (words, files) => this.#say(words, files),
      change: async (message, words) => this.conversation.put(await send('PUT', `/api/messages/${message.id}`, { text: words })),
    });
    this.#build();
    this.conversation.addEventListener('change', () => this.#draw());
    this.conversation.addEventListener('news', (event) => this.#news(/** @type {CustomEvent} */ (event).detail));
    this.conversation.addEventListener('left', () => this.#left());
    this.conversation.addEventListener('read', (event) => parts.changed(/** @type {CustomEvent} */ (event).detail));
    this.log.addEventListener('top', () => this.#older());
    this.log.addEventListener('seen', (event) => this.conversation.read(/** @type {CustomEvent} */ (event).detail));
    outbox.addEventListener('change', (event) => { if (/** @type {CustomEvent} */ (event).detail === id) this.#draw(); }, { signal });
    outbox.addEventListener('said', (event) => {
      const { detail } = /** @type {CustomEvent} */ (event);
      if (detail.job.channel === id) this.conversation.put(detail.message);
    }, { signal });
  }

  #build() {
    const { workspace, me, again } = this.parts;
    this.name = element('h2', {});
    this.about = element('p', { class: 'talk-about' });
    this.state = element('p', { class: 'talk-state', role: 'status', hidden: true });
    this.trouble = element('div', {});
    this.foot = element('div', { class: 'talk-foot' });
    this.older = element('button', { type: 'button', class: 'small', onclick: () => this.#older() }, text('chat.older'));
    const menu = iconButton('more', text('chat.channelMenu'),
      () => { if (this.conversation.channel) channelMenu(this.conversation.channel, { me, again, left: () => this.#left() }); },
      { 'aria-haspopup': 'dialog' });
    this.root = element('section', { class: 'talk', 'aria-label': text('chat.log') },
      element('header', { class: 'talk-head' },
        element('a', { class: 'icon-button talk-back', href: `/app/chat/${workspace}`, 'aria-label': text('chat.backToChannels') }, icon('back')),
        element('div', { class: 'talk-name' }, this.name, this.about), menu),
      this.state, this.trouble, this.log.root, this.foot);
  }

  /** Shows it; whatever goes wrong is told in its place. */
  async open() {
    this.trouble.replaceChildren(element('p', { class: 'empty' }, text('chat.loading')));
    try {
      await this.conversation.open();
      if (this.parts.at) await this.#find(this.parts.at);
    } catch (failure) {
      if (isAborted(failure)) return;
      this.trouble.replaceChildren();
      this.log.root.hidden = true;
      showError(this.trouble, failure, this.parts.again);
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
      this.log.root.hidden = true;
      this.foot.replaceChildren(this.#joining());
    } else if (conversation.log) {
      this.trouble.replaceChildren();
      this.log.root.hidden = false;
      if (!this.composer.root.isConnected) this.foot.replaceChildren(this.composer.root);
      this.#drawLog();
    }
  }

  #drawHead() {
    const { conversation: { channel } } = this;
    const title = titleOf(channel);
    if (this.name.textContent !== title) this.name.textContent = title;
    this.about.textContent = channel.description;
    this.parts.title(title);
    const state = this.#standing();
    if (this.state.textContent !== state) this.state.textContent = state;
    this.state.hidden = !state;
  }

  /** How old what is shown is, where it does not come live. */
  #standing() {
    const { isCut, at } = this.conversation;
    return isCut && at ? text('chat.offline', { age: formatAge(at) }) : '';
  }

  #drawLog() {
    const { conversation, parts: { id, me, outbox } } = this;
    const isFirst = !this.#isBegun;
    if (isFirst) this.#unreadFrom = this.#firstUnread();
    const made = rows(conversation.log.list(), outbox.of(id), { unreadFrom: this.#unreadFrom, me });
    const top = conversation.log.isWhole ? this.#beginning(made.length === 0) : this.older;
    if (this.log.top.firstChild !== this.older || top !== this.older) this.log.top.replaceChildren(top);
    this.log.show(made, !isFirst && !this.#isLoading);
    if (!isFirst) return;
    this.#isBegun = true;
    // What is unread comes to sight, or else the end.
    if (this.#unreadFrom) this.log.reveal('unread');
    else this.log.toEnd();
  }

  #firstUnread() {
    const { channel, log } = this.conversation;
    if (!channel.unread_count) return null;
    const first = log.list().find((it) => it.sequence > channel.read_sequence && it.author?.id !== this.parts.me && !it.removed_at);
    return first?.sequence ?? null;
  }

  #beginning = (isEmpty) => element('p', { class: 'talk-beginning' }, text(isEmpty ? 'chat.emptyTalk' : 'chat.beginning'));

  #joining() {
    const { id, again } = this.parts;
    const button = element('button', { type: 'button', class: 'button is-main' }, text('chat.join'));
    button.addEventListener('click', () => whileBusy(button, () => join(id).then(again)));
    return element('div', { class: 'talk-join' }, element('p', {}, text('chat.notJoined')), button);
  }

  // MARK: Saying and hearing

  #say(words, files) {
    const { conversation: { log }, parts: { id, outbox } } = this;
    this.#unreadFrom = null;
    outbox.add({ channel: id, text: words, files, since: log?.last ?? 0 });
    this.log.toEnd();
  }

  #ownLast() {
    return this.conversation.log?.list().reverse().find((it) => it.author?.id === this.parts.me && !it.removed_at);
  }

  /** @param {import('./message-log.js').Message[]} messages */
  #news(messages) {
    const { channel } = this.conversation;
    const fresh = messages.filter((it) => it.author?.id !== this.parts.me && !it.removed_at && !it.edited_at && it.sequence > channel.read_sequence);
    if (!fresh.length) return;
    if (document.visibilityState !== 'visible' && (this.#unreadFrom ?? 0) <= channel.read_sequence) {
      this.#unreadFrom = fresh[0].sequence;
      this.#draw();
    }
    if (this.log.isAtEnd) return;
    this.#below = this.log.below.hidden ? fresh.length : this.#below + fresh.length;
    this.log.setBelow(this.#below);
  }

  async #left() {
    if (this.parts.signal.aborted) return;
    notify(text('chat.leftChannel', { name: titleOf(this.conversation.channel) }));
    go(`/app/chat/${this.parts.workspace}`, true);
  }

  // MARK: Older messages

  async #older() {
    if (this.#isLoading || !this.#isBegun || this.conversation.log?.isWhole !== false) return;
    await this.#quietly(() => this.conversation.loadOlder());
  }

  /** Goes back to a message, and marks it. */
  async #find(sequence) {
    const isThere = await this.#quietly(() => this.conversation.loadTo(sequence));
    if (isThere) this.log.reveal(`message-${sequence}`, true);
    else if (isThere === false) notify(text('chat.tooFarBack'));
  }

  /** Loads what was said before; it is not read out. */
  async #quietly(load) {
    this.#isLoading = true;
    this.older.setAttribute('aria-busy', 'true');
    try {
      return await load();
    } catch (failure) {
      notifyError(failure);
      return undefined;
    } finally {
      this.#isLoading = false;
      this.older.removeAttribute('aria-busy');
    }
  }

  // MARK: One message

  /** @param {import('./message-log.js').Message} message */
  async #manage(message) {
    const act = await openMenu(excerpt(message) || text('chat.message'), [
      message.author?.id === this.parts.me && { name: 'edit', icon: 'edit', label: text('edit') },
      { name: 'remove', icon: 'trash', label: text('remove'), isDanger: true },
    ]);
    if (act === 'edit') this.composer.edit(message);
    if (act !== 'remove') return;
    if (!(await isConfirmed(text('chat.removeMessage'), text('chat.removeMessageWords'), text('remove')))) return;
    try {
      this.conversation.put(await send('DELETE', `/api/messages/${message.id}`));
      this.composer.stopEditing(message);
    } catch (failure) {
      notifyError(failure);
    }
  }
}
