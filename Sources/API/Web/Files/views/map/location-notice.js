// The sentence that says where is looked, why there, and what can be done about it.

import { get } from '../../core/api.js';
import { byId, element } from '../../core/dom.js';
import { formatAge, localized, text } from '../../core/texts.js';

/** The part of the page that tells about the place. */
export class Where {
  /**
   * @param {import('./geolocation.js').Whereabouts} whereabouts
   * @param {{home: () => void, again: () => void}} events
   */
  constructor(whereabouts, events) {
    this.whereabouts = whereabouts;
    this.events = events;
    this.regions = [];
    this.sentence = element('p', { class: 'reason' });
    this.advice = element('p', { class: 'advice' });
    this.actions = element('div', { class: 'actions' });
    byId('where').append(element('div', { role: 'status' }, this.sentence, this.advice), this.actions);
  }

  async load() {
    this.regions = (await get('/api/location/regions')).regions;
  }

  /** What the server decided. @param {any} place */
  decided(place) {
    const advice = this.whereabouts.isAsking ? text('locating') : localized(place.advice);
    this.say(localized(place.reason), advice, place.origin !== 'device' && this.choices(place));
  }

  /** The place comes from the address or the map, not from the device. */
  chosen(isFromAddress) {
    this.say(text(isFromAddress ? 'fromAddress' : 'fromMap'), '', [this.button('backHere', this.events.home)]);
  }

  /** Without a network. @param {number | null} at when the list was kept */
  offline(at) {
    const said = at ? text('offline', { age: formatAge(at) }) : text('offlineEmpty');
    this.say(said, '', [this.button('tryAgain', this.events.again)], 'is-warning');
  }

  failed() {
    this.say(text('failed'), '', [this.button('tryAgain', this.events.again)], 'is-warning');
  }

  unknownBooth() {
    this.say(text('unknownBooth'), '', [], 'is-warning');
  }

  choices(place) {
    const canAsk = place.action !== 'nothing' && this.whereabouts.word !== 'restricted' && !this.whereabouts.isAsking;
    const ask = place.action === 'retry' ? 'tryAgain' : 'useLocation';
    return [canAsk && this.button(ask, () => this.whereabouts.ask(), 'is-main'), this.regionChoice()];
  }

  say(reason, advice, actions, manner = '') {
    byId('where').className = `where ${manner}`;
    // Only what changes: a screen reader reads out each change.
    if (this.sentence.textContent !== reason) this.sentence.textContent = reason;
    if (this.advice.textContent !== advice) this.advice.textContent = advice;
    this.actions.replaceChildren(...(actions || []).filter(Boolean));
  }

  button(key, act, manner = '') {
    return element('button', { type: 'button', class: `small ${manner}`, onclick: act }, text(key));
  }

  regionChoice() {
    const { region } = this.whereabouts;
    const first = element('option', { value: '' }, text('regionAny'));
    const options = this.regions.map(({ id, name }) => element('option', { value: id, selected: id === region }, localized(name)));
    return this.regions.length > 0 && element('select', {
      class: 'choice', 'aria-label': text('regionLabel'), onchange: (event) => this.whereabouts.choose(event.target.value || null),
    }, first, ...options);
  }
}
