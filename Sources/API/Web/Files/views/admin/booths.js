// /app/admin/booths: finding a booth, changing it, and closing it.

import { get } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { go } from '../../core/navigation.js';
import { boothName, localFields, text } from '../../core/texts.js';
import { isConfirmed } from '../../widgets/dialog.js';
import { form } from '../../widgets/form.js';
import { notify } from '../../widgets/notice.js';
import { operate } from './operator.js';
import { boothForm } from './queue-item.js';
import { searchForm } from './search-form.js';

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, { signal, query }) {
  const [words, number] = [query.get('q') ?? '', query.get('booth')];
  const search = searchForm(text('admin.booths.find'), words,
    (typed) => `/app/admin/booths?q=${encodeURIComponent(typed)}`);
  root.append(search);
  if (number) root.append(...await editor(Number(number), signal));
  else if (words) root.append(await results(words, signal));
  else search.querySelector('input')?.focus();
}

async function results(words, signal) {
  const fields = `name,road_address,status${localFields}`;
  const { booths } = await get('/api/booths/search', { q: words, limit: 50, fields }, signal);
  if (booths.length === 0) return element('p', { class: 'empty' }, text('admin.booths.none'));
  return element('ul', { class: 'rows' }, ...booths.map((booth) => element('li', {},
    element('a', { href: `/app/admin/booths?booth=${booth.id}` }, element('span', { class: 'words' },
      element('span', { class: 'title' }, boothName(booth)),
      element('span', { class: 'faint' }, [String(booth.id), booth.road_address].filter(Boolean).join(' · ')))))));
}

async function editor(number, signal) {
  const booth = await get(`/api/booths/${number}`, {}, signal);
  const isClosed = booth.status === 'closed';
  const change = async (changes) => {
    await operate('PATCH', `/api/booths/${number}`, { body: changes });
    notify(text('admin.booths.saved'));
  };
  const closing = form({
    fields: [], action: text(isClosed ? 'admin.booths.reopen' : 'admin.booths.close'),
    async submit() {
      const words = text(isClosed ? 'admin.booths.reopenSure' : 'admin.booths.closeSure');
      if (!(await isConfirmed(boothName(booth), words, text('admin.booths.yes')))) return;
      await change({ status: isClosed ? 'operating' : 'closed' });
      go('/app/admin/booths', true);
    },
  });
  closing.querySelector('button')?.classList.remove('is-main');
  return [
    element('h3', {}, boothName(booth)),
    element('p', { class: 'faint' }, element('a', { href: `/booths/${number}` }, text('admin.booths.onMap')), ' · ',
      booth.source, ' · ', booth.external_id),
    boothForm(booth, text('admin.booths.save'), async (changes) => {
      if (Object.keys(changes).length > 0) await change(changes);
    }), closing];
}
