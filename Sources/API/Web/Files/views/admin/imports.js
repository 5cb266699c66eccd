// /app/admin/imports: a file is first only read, and shown with what it would change; then it is imported. Below are
// the imports so far, which can be undone.

import { element, present } from '../../core/dom.js';
import { formatDateTime, formatNumber, text } from '../../core/texts.js';
import { isConfirmed } from '../../widgets/dialog.js';
import { controlOf, field, form } from '../../widgets/form.js';
import { notify } from '../../widgets/notice.js';
import { look, operate } from './operator.js';

/** How many of the changes and rejected rows are shown. */
const maxShown = 50;

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, { signal }) {
  const runs = element('div');
  const reload = async () => {
    const { imports } = await look('/api/imports', { limit: 20 }, signal);
    if (!signal.aborted) runs.replaceChildren(...runList(imports, reload));
  };
  root.append(upload(reload), runs);
  await reload();
}

function upload(onImported) {
  const report = element('section', { 'aria-live': 'polite' });
  const input = (name, more = {}) => field(name, text(`admin.imports.${name}`),
    element('input', { autocomplete: 'off', maxlength: '400', ...more }), text(`admin.imports.${name}Hint`));
  const made = form({
    fields: [input('file', { type: 'file', required: true }), element('details', {},
      element('summary', {}, text('admin.imports.more')), input('source'), input('map'), input('crs'))],
    action: text('admin.imports.read'),
    async submit() {
      const [file] = controlOf(made, 'file').files ?? [];
      if (!file) return;
      const send = (commit) => operate('POST', addressOf(made, file, commit), { body: file });
      const found = await send(false);
      report.replaceChildren(...reportParts(found), importButton(async () => {
        const done = await send(true);
        report.replaceChildren(element('p', {}, countsOf(done.counts)));
        notify(text('admin.imports.done'));
        await onImported();
      }));
    },
  });
  return element('div', {}, made, report);
}

function addressOf(made, file, commit) {
  const query = new URLSearchParams({ file: file.name });
  for (const name of ['source', 'map', 'crs']) {
    const typed = controlOf(made, name).value.trim();
    if (typed) query.set(name, typed);
  }
  if (commit) query.set('commit', 'true');
  return `/api/imports?${query}`;
}

const importButton = (run) => form({ fields: [], action: text('admin.imports.commit'), submit: run });

const countsOf = (counts) => ['read', 'added', 'changed', 'closed', 'unchanged', 'duplicate', 'rejected']
  .filter((name) => counts[name] > 0 || name === 'read')
  .map((name) => `${text(`admin.imports.count.${name}`)} ${formatNumber(counts[name])}`).join(' · ');

function reportParts({ source, encoding, crs, decisions, counts, changes, rejected }) {
  return present([
    element('h3', {}, text('admin.imports.report')), element('p', {}, countsOf(counts)),
    element('p', { class: 'faint' }, [source, encoding, crs].join(' · ')),
    decisions.length > 0 && element('details', { open: true }, element('summary', {}, text('admin.imports.decisions')),
      element('ul', { class: 'plain-list' }, ...decisions.map((words) => element('li', {}, words)))),
    changes.length > 0 && element('details', { open: true }, element('summary', {}, text('admin.imports.changes')),
      element('ul', { class: 'plain-list' }, ...changes.slice(0, maxShown).map(changeRow))),
    rejected.length > 0 && element('details', { open: true }, element('summary', {}, text('admin.imports.rejected')),
      element('ul', { class: 'plain-list' }, ...rejected.slice(0, maxShown).map(({ line, reason }) =>
        element('li', {}, text('admin.imports.line', { line }), ' ', reason)))),
  ]);
}

const changeRow = ({ kind, name, fields }) => element('li', {},
  `${text(`admin.imports.kind.${kind}`)}: ${name}`,
  ...(fields ?? []).map(({ field: changed, before, after }) =>
    element('span', { class: 'faint' }, ` ${changed}: ${before || '–'} → ${after || '–'}`)));

function runList(imports, reload) {
  return [
    element('h3', {}, text('admin.imports.runs')),
    imports.length === 0 ? element('p', { class: 'empty' }, text('admin.imports.none'))
      : element('ul', { class: 'rows' }, ...imports.map((run) => element('li', { class: 'admin-row' },
        element('span', { class: 'words' }, element('span', { class: 'title' }, `${run.run} · ${run.file}`),
          element('span', { class: 'faint' }, `${formatDateTime(run.started_at)} · ${countsOf(run.counts)}`)),
        run.rolled_back_at ? element('span', { class: 'faint' }, text('admin.imports.undone'))
          : undoButton(run, reload)))),
  ];
}

function undoButton(run, reload) {
  const made = form({
    fields: [], action: text('admin.imports.undo'),
    async submit() {
      if (!(await isConfirmed(run.file, text('admin.imports.undoSure'), text('admin.imports.undo')))) return;
      await operate('POST', `/api/imports/${run.run}/rollback`);
      await reload();
    },
  });
  made.querySelector('button')?.setAttribute('class', 'small');
  return made;
}
