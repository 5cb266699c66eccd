// Searching what was said in a workspace.

import { get, isReplaced } from '../../core/api.js';
import { element, settled } from '../../core/dom.js';
import { go } from '../../router.js';
import { text } from '../../core/texts.js';
import { dialog, failed } from '../../widgets/ui.js';
import { briefly, excerpt, nameOf } from './message-row.js';

const page = 20;

/** @param {any} workspace @param {(channel: number) => string} nameOfChannel */
export async function search(workspace, nameOfChannel) {
  const found = await dialog(text('chat.search'), (close) => {
    const box = /** @type {HTMLInputElement} */ (element('input', {
      type: 'search', class: 'seek', maxlength: 100, 'aria-label': text('chat.searchLabel'), placeholder: text('chat.searchLabel'), enterkeyhint: 'search',
    }));
    const list = element('ul', { class: 'hits' });
    const foot = element('div', { class: 'foot', role: 'status' });

    /** @param {number | null} before */
    async function more(before) {
      foot.replaceChildren(element('p', { class: 'note' }, text('loading')));
      try {
        const { items } = await get(`/api/workspaces/${workspace.id}/messages`, { q: box.value.trim(), before, limit: page }, 'chat-search');
        list.append(...items.map((message) => hit(message)));
        foot.replaceChildren(...(items.length === page
          ? [element('button', { type: 'button', class: 'small', onclick: () => more(items[page - 1].id) }, text('more'))]
          : [!list.childElementCount && element('p', { class: 'note' }, text('chat.nothingFound'))].filter(Boolean)));
      } catch (failure) {
        if (isReplaced(failure)) return;
        foot.replaceChildren();
        failed(foot, failure, () => more(before));
      }
    }

    const hit = (message) => element('li', {}, element('button', { type: 'button', class: 'hit', onclick: () => close(message) },
      element('span', { class: 'channel-about' }, [nameOfChannel(message.channel), nameOf(message.author), briefly(message.created_at)].filter(Boolean).join(' · ')),
      element('span', { class: 'hit-text' }, excerpt(message))));

    box.addEventListener('input', settled(250, () => {
      list.replaceChildren();
      if (box.value.trim()) more(null);
      else foot.replaceChildren();
    }));
    return [box, list, foot, element('div', { class: 'actions' },
      element('button', { type: 'button', class: 'small', onclick: () => close(null) }, text('chat.close')))];
  });
  if (found) go(`/app/chat/${workspace.id}/${found.channel}?at=${found.sequence}`);
}
