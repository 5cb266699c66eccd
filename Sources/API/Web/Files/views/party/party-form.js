// The form of a party: what, where, when and for how many.

import { Problem, get, send } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { sendOnce } from '../../core/idempotency.js';
import { go } from '../../core/navigation.js';
import { member } from '../../core/session.js';
import { boothName, localFields, text } from '../../core/texts.js';
import { BoothField } from '../../widgets/booth-field.js';
import { field, form } from '../../widgets/form.js';
import { inputTime, readPlan, writePlan } from '../../core/party-plan.js';

const maxName = 30;
const places = { min: 2, max: 20 };

/**
 * @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit
 * @param {any} party the party to change; null for a new one
 */
export async function showPartyForm(root, { query, signal, setTitle }, party) {
  const title = text(party ? 'party.editTitle' : 'party.newTitle');
  setTitle(title);
  root.classList.add('narrow');
  const plan = readPlan(party?.description ?? '');
  const booth = new BoothField(await boothOf(plan.booth ?? Number(query.get('booth')), signal), () => {});
  if (signal.aborted) return;
  const input = (properties, name = 'input') =>
    /** @type {HTMLInputElement} */ (element(name, { autocomplete: 'off', ...properties }));
  const name = input({ type: 'text', maxlength: maxName, value: party?.name ?? '' });
  const time = input({ type: 'datetime-local', value: plan.at === null ? '' : inputTime(plan.at) });
  const count = input({ type: 'number', ...places, inputmode: 'numeric', value: plan.places ?? (party ? '' : 4) });
  const about = input({ rows: 4, maxlength: 300 }, 'textarea');
  about.value = plan.text;
  const isPublic = input({ type: 'checkbox', checked: party?.is_public ?? true });
  const submit = async () => {
    if (!name.value.trim()) throw refusal('name-invalid', 'name');
    if (booth.isIncomplete) throw refusal('booth-unknown', 'booth');
    const number = count.value ? Number(count.value) : null;
    if (number !== null && !(Number.isInteger(number) && number >= places.min && number <= places.max)) {
      throw refusal('people-out-of-range', 'places');
    }
    const body = {
      name: name.value.trim(), is_public: isPublic.checked, photo: party?.photo ?? null,
      description: writePlan({ text: about.value, booth: booth.booth?.id ?? null, places: number,
        at: time.value ? new Date(time.value).getTime() : null }),
    };
    const saved = party ? await send('PUT', `/api/parties/${party.id}`, body)
      : await sendOnce(`party.${member()?.id}`, '/api/parties', body);
    if (!signal.aborted) await go(`/app/party/${saved.id}`, true);
  };
  root.append(element('h2', {}, title), form({
    fields: [field('name', text('party.name'), name, text('party.nameHint')), booth.root,
      field('time', text('party.time'), time), field('places', text('party.places'), count, text('party.placesHint')),
      field('description', text('party.words'), about),
      element('label', { class: 'check' }, isPublic, element('span', {}, text('party.isPublic')))],
    action: text(party ? 'save' : 'party.make'), submit,
  }), element('a', { class: 'button party-cancel', href: party ? `/app/party/${party.id}` : '/app/party' },
    text('cancel')));
}

const refusal = (code, parameter) => new Problem(400, { code, parameter });

async function boothOf(id, signal) {
  if (!Number.isSafeInteger(id) || id <= 0) return null;
  try {
    return { id, name: boothName(await get(`/api/booths/${id}`, { fields: `name${localFields}` }, signal)) };
  } catch (failure) {
    if (failure instanceof Problem) return null;
    throw failure;
  }
}
