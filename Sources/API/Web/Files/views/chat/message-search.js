// The dialog that searches the messages of a workspace.

import { get, isAborted } from '../../core/api.js';
import { debounce, element } from '../../core/dom.js';
import { go } from '../../core/navigation.js';
import { text } from '../../core/texts.js';
import { closeRow, openDialog } from '../../widgets/dialog.js';
import { showError } from '../../widgets/error.js';
import { authorName, excerpt, formatShort } from './message-row.js';

const pageSize = 20;

/** @param {any} workspace @param {(channel: number) => string} channelName */
export async function openMessageSearch(workspace, channelName) {
  const chosen = await openDialog(text('chat.search'), (close) => {
    const box = /** @type {HTMLInputElement} */ (element('input', {
      type: 'search', class: 'search-field', maxlength: 100, 'aria-label': text('chat.searchLabel'),
      placeholder: text('chat.searchLabel'), enterkeyhint: 'search',
    }));
    const list = element('ul', { class: 'hits' });
    const foot = element('div', { class: 'foot', role: 'status' });

    /** @param {number | null} before */
    async function loadPage(before) {
      foot.replaceChildren(element('p', { class: 'note' }, text('loading')));
      try {
        const { items } = await get(`/api/workspaces/${workspace.id}/messages`,
          { q: box.value.trim(), before, limit: pageSize }, 'chat-search');
        list.append(...items.map((message) => hit(message)));
        foot.replaceChildren(...(items.length === pageSize
          ? [element('button', { type: 'button', class: 'small', onclick: () => loadPage(items[pageSize - 1].id) },
            text('more'))]
          : [!list.childElementCount && element('p', { class: 'note' }, text('chat.nothingFound'))].filter(Boolean)));
      } catch (failure) {
        if (isAborted(failure)) return;
        foot.replaceChildren();
        showError(foot, failure, () => loadPage(before));
      }
    }

    function hit(message) {
      const about = [channelName(message.channel), authorName(message.author), formatShort(message.created_at)];
      return element('li', {}, element('button', { type: 'button', class: 'hit', onclick: () => close(message) },
        element('span', { class: 'channel-about' }, about.filter(Boolean).join(' · ')),
        element('span', {}, excerpt(message))));
    }

    box.addEventListener('input', debounce(250, () => {
      list.replaceChildren();
      if (box.value.trim()) loadPage(null);
      else foot.replaceChildren();
    }));
    return [box, list, foot, closeRow(close, { label: text('chat.close') })];
  });
  if (chosen) go(`/app/chat/${workspace.id}/${chosen.channel}?at=${chosen.sequence}`);
}
