// /app/admin: the pages of operators and moderators. They have a session of their own, with a second factor.

import { Problem, get, send } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { requireMember } from '../../core/navigation.js';
import { loadAdminTexts, text } from '../../core/texts.js';
import { showError } from '../../widgets/error.js';
import { chipLink, chipRow } from '../../widgets/list-head.js';
import { notifyError } from '../../widgets/notice.js';
import { forget, hasEnded, keep, leave, resume } from './operator.js';

/** The module of each section, by the part of its address; each exports `show(root, visit)`. */
const sections = {
  today: () => import('./today.js'), queue: () => import('./queue.js'), booths: () => import('./booths.js'),
  imports: () => import('./imports.js'), people: () => import('./people.js'), searches: () => import('./searches.js'),
  announcements: () => import('./announcements.js'), audit: () => import('./audit.js'),
};
/** What only operators see. */
const forOperators = ['imports', 'people', 'announcements', 'audit'];

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, visit) {
  await loadAdminTexts();
  visit.setTitle(text('admin.title'));
  visit.setTab('me');
  if (!requireMember('/app/me', visit.signal)) return undefined;
  const standing = await standingOf(root, visit.signal);
  if (!standing || visit.signal.aborted) return undefined;
  if (!standing.has_second_factor) {
    (await import('./sign-in.js')).showEnrolment(root, () => askForCode(root, standing, visit));
    return undefined;
  }
  if (await resume(visit.signal)) return showSection(root, standing, visit);
  await askForCode(root, standing, visit);
  return undefined;
}

/** The member's role; null after saying that there is none. */
async function standingOf(root, signal) {
  try {
    return await get('/api/operator', {}, signal);
  } catch (failure) {
    if (!(failure instanceof Problem) || failure.status !== 403) throw failure;
    root.append(element('h2', {}, text('admin.title')), element('p', {}, text('admin.noRole')),
      element('pre', {}, 'fourcuts accounts grant EMAIL --role operator'));
    return null;
  }
}

async function askForCode(root, standing, visit) {
  const { codeForm } = await import('./sign-in.js');
  if (visit.signal.aborted) return;
  const open = async (path, body) => {
    keep(await send('POST', path, body));
    root.replaceChildren();
    showSection(root, standing, visit).catch((failure) => showError(root, failure));
  };
  root.replaceChildren(element('h2', {}, text('admin.title')), ...codeForm(
    (code) => open('/api/operator/session', { code }), (answer) => open('/api/operator/session/passkey', answer)));
  root.querySelector('input')?.focus();
}

async function showSection(root, standing, visit) {
  const name = visit.path[0] ?? 'today';
  const names = Object.keys(sections).filter((it) => standing.role === 'operator' || !forOperators.includes(it));
  const known = names.includes(name) ? name : 'today';
  const content = element('div', { class: 'admin-section' });
  root.append(
    element('div', { class: 'list-head' }, element('h2', {}, text('admin.title')),
      element('span', { class: 'faint' }, text(`admin.role.${standing.role}`, { name: standing.nickname })),
      element('button', { type: 'button', class: 'small', onclick: () => signOut(root, standing, visit) },
        text('admin.leave'))),
    chipRow(text('admin.sections'), names.map((it) =>
      chipLink(it === 'today' ? '/app/admin' : `/app/admin/${it}`, it === known, text(`admin.section.${it}`)))),
    content);
  try {
    return await (await sections[known]()).show(content, visit);
  } catch (failure) {
    if (!hasEnded(failure)) throw failure;
    forget();
    await askForCode(root, standing, visit);
    return undefined;
  }
}

async function signOut(root, standing, visit) {
  try {
    await leave();
    await askForCode(root, standing, visit);
  } catch (failure) {
    notifyError(failure);
  }
}
