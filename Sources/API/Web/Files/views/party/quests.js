// The quests of a party: what its master has set, and what members have done for it.

import { get, send } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { formatDateTime, text } from '../../core/texts.js';
import { closeRow, isConfirmed, openDialog } from '../../widgets/dialog.js';
import { showError } from '../../widgets/error.js';
import { field, form } from '../../widgets/form.js';
import { icon, iconButton } from '../../widgets/icon.js';
import { notifyError } from '../../widgets/notice.js';
import { member } from '../../core/session.js';
import { inputTime } from '../../core/party-plan.js';

const maxQuests = 100;

/** @param {any} party @param {AbortSignal} signal */
export function questSection(party, signal) {
  const list = element('ul', { class: 'quests', 'aria-label': text('party.quests') });
  const note = element('div', {});
  const isMaster = party.grade === 'master';
  const path = `/api/parties/${party.id}/quests`;
  load();
  return element('section', { class: 'quest-section' },
    element('div', { class: 'list-row' }, element('h3', {}, text('party.quests')),
      isMaster && element('button', { type: 'button', class: 'small', onclick: () => edit(null) }, icon('plus'),
        text('party.newQuest'))), list, note);

  async function load() {
    note.replaceChildren();
    try {
      const { items } = await get(path, { limit: maxQuests }, signal);
      const notices = items.filter(({ kind }) => kind === 'notice');
      list.replaceChildren(
        ...notices.map((notice) => questItem(notice, items.filter((it) => it.notice === notice.id))));
      if (notices.length === 0) note.append(element('p', { class: 'note' }, text('party.noQuests')));
    } catch (failure) {
      if (!signal.aborted) showError(note, failure, load);
    }
  }

  function questItem(notice, submissions) {
    return element('li', { class: 'quest' }, questWords(notice),
      element('ul', { class: 'submissions' },
        ...submissions.toReversed().map((it) => element('li', {}, questWords(it)))),
      element('button', { type: 'button', class: 'small', onclick: () => edit(null, notice) }, icon('check'),
        text('party.submit')));
  }

  function questWords(quest) {
    const isOwn = quest.writer?.id === member()?.id;
    const period = [quest.starts_at, quest.ends_at].map((at) => (at ? formatDateTime(at) : '')).join(' – ');
    return element('div', { class: 'quest-words' },
      element('div', { class: 'words' }, element('b', {}, quest.title),
        element('span', { class: 'faint' }, quest.writer?.nickname ?? '', period.length > 3 && ` · ${period}`),
        quest.description && element('p', {}, quest.description)),
      isOwn && iconButton('edit', text('party.editQuest', { name: quest.title }), () => edit(quest)),
      (isOwn || isMaster) && iconButton('trash', text('party.removeQuest', { name: quest.title }),
        () => remove(quest)));
  }

  async function edit(quest, notice = null) {
    if (await questDialog(quest, notice, path)) await load();
  }

  async function remove(quest) {
    const title = text('party.removeQuest', { name: quest.title });
    if (!(await isConfirmed(title, text('party.removeQuestWords'), text('remove')))) return;
    await send('DELETE', `${path}/${quest.id}`).then(load, notifyError);
  }
}

/** Opens the form of a quest, or of what was done for a notice. */
function questDialog(quest, notice, path) {
  const isSubmission = notice !== null || quest?.kind === 'submission';
  const title = /** @type {HTMLInputElement} */ (element('input', { type: 'text', maxlength: 100, autocomplete: 'off',
    value: quest?.title ?? notice?.title ?? '' }));
  const words = /** @type {HTMLTextAreaElement} */ (element('textarea', { rows: 4, maxlength: 2000 }));
  words.value = quest?.description ?? '';
  const end = /** @type {HTMLInputElement} */ (element('input', { type: 'datetime-local',
    value: quest?.ends_at ? inputTime(new Date(quest.ends_at).getTime()) : '' }));
  return openDialog(text(isSubmission ? 'party.submit' : 'party.newQuest'), (close) => [form({
    fields: [field('title', text('party.questTitle'), title), field('description', text('party.questWords'), words),
      !isSubmission && field('ends_at', text('party.questEnd'), end)],
    action: text('save'),
    submit: async () => {
      const body = { title: title.value.trim(), description: words.value.trim(), starts_at: quest?.starts_at ?? null,
        ends_at: end.value ? new Date(end.value).toISOString() : null };
      if (quest) await send('PUT', `${path}/${quest.id}`, body);
      else await send('POST', path, notice ? { ...body, notice: notice.id } : body);
      close(true);
    },
  }), closeRow(close)]);
}
