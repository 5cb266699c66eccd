// What is needed to decide one item of the queue, and the buttons that do it.

import { get } from '../../core/api.js';
import { element, present } from '../../core/dom.js';
import {
  boothName, formatAge, formatDate, formatDateTime, formatDistance, formatWon, localFields, text,
} from '../../core/texts.js';
import { isConfirmed } from '../../widgets/dialog.js';
import { controlOf, field, form } from '../../widgets/form.js';
import { photo } from '../../widgets/photo.js';
import { look, operate } from './operator.js';

/** Booths that a proposal may be, and how many are shown. */
const nearby = { radius: '50m', limit: 5 };
/** The fields of a booth that are edited while something is accepted. */
const boothFields = ['name', 'brand', 'road_address', 'opening_hours', 'price'];

/**
 * @param {HTMLElement} root
 * @param {{kind: string, id: string, booth: number | null}} item
 * @param {AbortSignal} signal
 * @param {(words: string) => void} onDecided
 */
export async function showItem(root, item, signal, onDecided) {
  const parts = await contents[item.kind](item, signal, onDecided);
  if (!signal.aborted) root.replaceChildren(...present(parts));
}

/**
 * The parts of each kind.
 * @type {Record<string, (item: any, signal: AbortSignal, onDecided: any) => Promise<any[]>>}
 */
const contents = { payment, refund, report, correction, proposal, closure };

const heading = (words) => element('h3', { tabindex: '-1' }, words);

/** Names with their values; empty values are left out. @param {[string, string | Node | null | undefined][]} rows */
const facts = (rows) => element('dl', { class: 'facts' }, ...rows.filter(([, value]) => value)
  .flatMap(([key, value]) => [element('dt', {}, text(key)), element('dd', {}, value)]));

const ago = (instant) => element('time', { datetime: instant, title: formatDate(instant) }, formatAge(instant));

const person = (it) => (it ? element('a', { href: `/app/people/${it.id}` }, it.nickname) : null);

const photos = (names, alt) => names.length > 0
  && element('div', { class: 'queue-photos' }, ...names.map((name) => photo(name, 320, alt)));

const mapLink = ({ latitude, longitude }) =>
  element('a', { href: `/?at=${latitude},${longitude},17` }, `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`);

// MARK: Proposals

async function proposal({ id }, signal, onDecided) {
  const { proposal: proposed, author } = await look(`/api/proposals/${id}`, {}, signal);
  const { booths } = await get('/api/booths/near', {
    lat: proposed.latitude, lon: proposed.longitude, ...nearby, fields: `name${localFields}`,
  }, signal);
  return [
    heading(proposed.name),
    facts([
      ['admin.item.place', mapLink(proposed)], ['admin.item.note', proposed.note],
      ['admin.item.author', person(author)],
      ['admin.item.since', ago(proposed.created_at)],
    ]),
    booths.length > 0 && element('div', { class: 'proposal-known' }, element('p', {}, text('admin.item.nearby')),
      element('ul', { class: 'rows' }, ...booths.map((booth) => element('li', {},
        element('a', { href: `/booths/${booth.id}` }, `${boothName(booth)} · ${formatDistance(booth.distance_m)}`))))),
    boothForm(proposed, text('admin.accept.proposal'), async (changes) => {
      await operate('POST', `/api/proposals/${id}/accept`, { body: changes });
      onDecided(text('admin.accepted.proposal'));
    }),
    answerForm('reason', text('admin.item.reason'), async (reason) => {
      await operate('POST', `/api/proposals/${id}/decline`, { body: { reason } });
      onDecided(text('admin.declined'));
    }),
  ];
}

// MARK: Corrections

async function correction({ id, booth: number }, signal, onDecided) {
  const [{ correction: it, reporter, open_count: count }, booth] = await Promise.all([
    look(`/api/corrections/${id}`, {}, signal), get(`/api/booths/${number}`, {}, signal).catch(() => null)]);
  const accept = async (changes = {}) => {
    await operate('POST', `/api/corrections/${id}/close`, { body: { accepted: true, ...changes } });
    onDecided(text('admin.accepted.correction'));
  };
  const closes = it.kind === 'closed' || it.kind === 'duplicate';
  return [
    heading(booth ? boothName(booth) : text('admin.queue.untitled')),
    facts([
      ['admin.item.what', text(`correction.kind.${it.kind}`)], ['admin.item.note', it.note],
      ['admin.item.booth', booth && element('a', { href: `/booths/${number}` }, String(number))],
      ['admin.item.duplicate', it.duplicate && element('a', { href: `/booths/${it.duplicate}` }, String(it.duplicate))],
      ['admin.item.place', booth && mapLink(booth)], ['admin.item.author', person(reporter)],
      ['admin.item.count', count > 1 ? String(count) : null], ['admin.item.since', ago(it.created_at)],
    ]),
    it.evidence && element('details', {}, element('summary', {}, text('admin.item.evidence')),
      element('pre', {}, it.evidence)),
    photos(it.photos, text('admin.item.photo')),
    closes || !booth ? decideButton('a', text(`admin.accept.${closes ? 'closing' : 'correction'}`), accept)
      : boothForm(booth, text('admin.accept.correction'), accept),
    decideButton('d', text('admin.decline'), async () => {
      await operate('POST', `/api/corrections/${id}/close`, { body: { accepted: false } });
      onDecided(text('admin.declined'));
    }),
  ];
}

// MARK: Closures

async function closure({ booth: number, since, reporter_count: count }, signal, onDecided) {
  const booth = await get(`/api/booths/${number}`, {}, signal);
  const { confirmed_at: confirmedAt } = booth.evidence;
  const decide = async (status, words) => {
    await operate('PATCH', `/api/booths/${number}`, { body: { status } });
    onDecided(text(words));
  };
  return [
    heading(boothName(booth)),
    facts([
      ['admin.item.booth', element('a', { href: `/booths/${number}` }, String(number))],
      ['admin.item.place', mapLink(booth)], ['admin.item.count', String(count)],
      ['admin.item.since', ago(since)], ['admin.item.confirmed', confirmedAt && ago(confirmedAt)],
    ]),
    decideButton('a', text('admin.accept.closing'), () => decide('closed', 'admin.accepted.closing')),
    decideButton('d', text('admin.accept.present'), () => decide('operating', 'admin.accepted.present')),
  ];
}

// MARK: Reports

async function report({ id }, signal, onDecided) {
  const found = await look(`/api/reports/${id}`, {}, signal);
  const { report: it, author, reporter, excerpt } = found;
  const close = async (remove) => {
    await operate('POST', `/api/reports/${id}/close`, { body: { remove } });
    onDecided(text(remove ? 'admin.removed' : 'admin.declined'));
  };
  return [
    heading(text(`feed.reason.${it.reason}`)),
    element('blockquote', { class: 'queue-excerpt' }, excerpt),
    photos(found.photos, text('admin.item.photo')),
    facts([
      ['admin.item.note', it.note], ['admin.item.writer', person(author)], ['admin.item.author', person(reporter)],
      ['admin.item.content', element('a', { href: `/app/posts/${it.post}` },
        text(it.comment ? 'admin.item.comment' : 'admin.item.post'))],
      ['admin.item.since', ago(it.created_at)],
    ]),
    decideButton('a', text('admin.accept.report'), async () => {
      const words = text(it.comment ? 'admin.remove.comment' : 'admin.remove.post');
      if (await isConfirmed(text('admin.accept.report'), words, text('admin.accept.report'))) await close(true);
    }),
    decideButton('d', text('admin.keep'), () => close(false)),
  ];
}

// MARK: Money

async function refund({ id }, signal, onDecided) {
  const order = await look(`/api/refund-requests/${id}`, {}, signal);
  const decide = (accepted, answer) => operate('POST', `/api/refund-requests/${id}/decision`, {
    body: { accepted, answer },
  });
  return [
    heading(order.name),
    facts([
      ['admin.item.amount', formatWon(order.amount)], ['admin.item.note', order.refund.reason],
      ['admin.item.paid', order.paid_at && formatDateTime(order.paid_at)],
      ['admin.item.since', ago(order.refund.requested_at)],
    ]),
    decideButton('a', text('admin.accept.refund', { amount: formatWon(order.amount) }), async () => {
      const words = text('admin.refund.sure', { amount: formatWon(order.amount) });
      if (!(await isConfirmed(text('admin.refund.title'), words, text('admin.refund.yes')))) return;
      await decide(true, '');
      onDecided(text('admin.accepted.refund'));
    }),
    answerForm('answer', text('admin.item.answer'), async (answer) => {
      await decide(false, answer);
      onDecided(text('admin.declined'));
    }),
  ];
}

async function payment({ id, title, reason, since }) {
  return [
    heading(title),
    facts([['admin.item.check', reason], ['admin.item.since', ago(since)]]),
    element('p', {}, text('admin.payment.about')),
    element('pre', {}, `fourcuts payments show ${id}\nfourcuts payments verify ${id}`),
  ];
}

// MARK: Deciding

/** A button that decides, and says what went wrong. @param {() => Promise<void>} decide */
function decideButton(key, label, decide) {
  const made = form({ fields: [], action: label, submit: () => decide() });
  const button = made.querySelector('button');
  button?.setAttribute('data-key', key);
  button?.classList.toggle('is-main', key === 'a');
  return made;
}

/** Declining, with words for the author. @param {(words: string) => Promise<void>} decide */
function answerForm(name, label, decide) {
  const made = form({
    fields: [field(name, label, element('input', { maxlength: '200', autocomplete: 'off' }), text('admin.item.told'))],
    action: text('admin.decline'), submit: () => decide(controlOf(made, name).value.trim()),
  });
  const button = made.querySelector('button');
  button?.setAttribute('data-key', 'd');
  button?.classList.remove('is-main');
  return made;
}

/** Accepting, with what the operator knows better. @param {(changes: object) => Promise<void>} accept */
export function boothForm(booth, action, accept) {
  const before = (name) => String(booth[name] ?? '');
  const made = form({
    fields: boothFields.map((name) => field(name, text(`admin.field.${name}`), element('input', {
      maxlength: name === 'road_address' ? '200' : '100', autocomplete: 'off', value: before(name),
      inputmode: name === 'price' ? 'numeric' : null,
    }))),
    action,
    async submit() {
      const typed = boothFields.map((name) => [name, controlOf(made, name).value.trim()]);
      const changed = typed.filter(([name, value]) => value !== before(name));
      await accept(Object.fromEntries(changed.map(([name, value]) => [name, valueOf(name, value)])));
    },
  });
  made.querySelector('[type="submit"]')?.setAttribute('data-key', 'a');
  return made;
}

/** What a body has for what was typed: prices are numbers, except those that are none, which the server refuses. */
function valueOf(name, typed) {
  if (name !== 'price') return typed;
  return /^\d{1,9}$/.test(typed) ? Number(typed) : typed || null;
}
