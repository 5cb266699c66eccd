// The sheet with all details of one booth.

import { get } from '../../core/api.js';
import { currencyOf } from '../../core/country.js';
import { byId, element, present } from '../../core/dom.js';
import {
  boothName, brandName, formatDate, formatMoney, formatOpeningHours, language, learnBrandNames, text,
} from '../../core/texts.js';
import { icon } from '../../widgets/icon.js';
import { wholeHyphenated } from '../../widgets/unbroken.js';
import {
  codeButton, copyButton, correctionButton, openCorrection, saveButton, shareBoothButton,
} from './booth-actions.js';
import { englishAddress, openingState } from './booth-facts.js';
import { showGallery } from './booth-gallery.js';
import { showBoothPosts } from './booth-posts.js';
import { brandColor } from './brand-colors.js';
import { directions } from './directions.js';
import { distanceFacts, hoursTable, partyPrice } from './sheet-facts.js';

/** The party whose price is shown if the filters name none. */
const usualParty = 4;

export class BoothSheet {
  /** @param {{onClose: () => void, people: () => number}} events `people`: the party, 0 if any */
  constructor(events) {
    this.events = events;
    this.root = byId('sheet');
    this.root.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.events.onClose();
    });
    /** @type {number | null} */
    this.booth = null;
  }

  /** Shows a booth and moves the focus to its name. What lists do not say of it follows from the server. */
  show(booth) {
    this.booth = booth.id;
    const title = element('h2', { id: 'sheet-title', tabindex: '-1' }, boothName(booth));
    const [line, gallery, details, people, posts] = ['line', 'gallery-area', 'details', 'people', 'posts']
      .map((name) => element('div', { class: name }));
    this.root.replaceChildren(...present([
      element('div', { class: 'sheet-head' },
        element('button', { type: 'button', class: 'back', onclick: () => this.events.onClose() }, text('close')),
        saveButton(booth)),
      title, sign(booth), this.brand(booth), line,
      element('div', { class: 'ways', role: 'group', 'aria-label': text('booth.actions') },
        directions(booth), shareBoothButton(booth)),
      gallery, details, people, element('h3', {}, text('posts')), posts,
      element('p', { class: 'ways' }, planVisit(booth), findCompany(booth), codeButton(booth), correctionButton(booth)),
    ]));
    this.fill(line, details, booth);
    this.root.hidden = false;
    byId('browse').hidden = true;
    title.focus({ preventScroll: true });
    this.root.scrollTop = 0;
    const isShown = () => this.booth === booth.id && title.isConnected;
    showGallery(booth.id, gallery, isShown);
    showBoothPosts(booth.id, posts, isShown);
    if (booth.week !== undefined) return showPeople(people, booth);
    this.loadDetails(booth, isShown, (all) => {
      this.fill(line, details, all);
      showPeople(people, all);
    });
  }

  /** What the server says of one booth only: until when it is open, the hours of the days, prices of parties. */
  async loadDetails(booth, isShown, show) {
    try {
      const all = await get(`/api/booths/${booth.id}`, {}, 'booth-details');
      if (isShown()) show({ ...all, distance_m: booth.distance_m });
    } catch {
      // Offline, the sheet shows what the list knew.
    }
  }

  fill(line, details, booth) {
    line.replaceChildren(openingState(booth), ...distanceFacts(booth));
    details.replaceChildren(facts(booth, this.events.people() || usualParty));
  }

  /** Reloads the posts: there may be new ones after a return from another view. */
  reloadPosts() {
    /** @type {HTMLElement | null} */
    const posts = this.root.querySelector('.posts');
    const booth = this.booth;
    if (booth === null || !posts) return;
    posts.replaceChildren();
    showBoothPosts(booth, posts, () => this.booth === booth && posts.isConnected);
  }

  /** Opens the dialog that corrects the booth, which a login has interrupted. */
  async correct(booth) {
    (await openCorrection())(booth);
  }

  hide() {
    this.booth = null;
    this.root.hidden = true;
    byId('browse').hidden = false;
  }

  brand({ brand, brand_en: english }) {
    if (!brand) return null;
    learnBrandNames([{ name: brand, name_en: english }]);
    const dot = element('span', { class: 'dot', 'aria-hidden': 'true' });
    dot.style.setProperty('--brand', brandColor(brand));
    return element('p', { class: 'brand' }, dot, brandName(brand));
  }
}

/** Whether people found the booth there. */
const showPeople = async (root, booth) => (await import('./confirmation.js')).showConfirmation(root, booth);

const planVisit = ({ id }) =>
  element('a', { class: 'small', href: `/app/card?visit=${id}` }, icon('grape'), text('card.planVisit'));

const findCompany = ({ id }) =>
  element('a', { class: 'small', href: `/app/party?booth=${id}` }, icon('person'), text('party.title'));

function facts(booth, people) {
  const prints = [
    booth.cuts && text('cuts', { count: booth.cuts }), booth.shots && text('shots', { count: booth.shots }),
    booth.even_prints_only && text('evenPrints'),
  ].filter(Boolean).join(', ');
  const rows = [
    ['address', address(booth)],
    ['priceLabel', booth.price && text('price', { amount: formatMoney(booth.price, currencyOf(booth)) })],
    ['partyPriceLabel', partyPrice(booth, people)],
    ['printLabel', prints], ['capacity', booth.capacity && text('people', { count: booth.capacity })],
    ['hours', hoursTable(booth.week) ?? formatOpeningHours(booth.opening_hours)],
    ['phone', booth.phone && element('a', { href: `tel:${booth.phone.replace(/[^\d+]/g, '')}` }, booth.phone)],
    ['tags', booth.tags?.length > 0 && tags(booth.tags)],
    ['verified', booth.last_verified && formatDate(booth.last_verified)],
  ].filter(([, value]) => value);
  return element('dl', { class: 'facts' }, ...rows.map(([key, value]) =>
    element('div', {}, element('dt', {}, text(key)), element('dd', {}, value))));
}

/** The name on the signs, where the page has another one. */
const sign = (booth) => boothName(booth) !== booth.name && element('p', { class: 'faint', lang: 'ko' }, booth.name);

/** Each in one piece; the usual ones in the page's language. @param {string[]} names */
function tags(names) {
  const items = names.map((name) => element('li', {}, `#${name}`));
  if (language === 'en') translate(names, items).catch(() => {});
  return element('ul', { class: 'booth-tags' }, ...items);
}

async function translate(names, items) {
  const { englishTags } = await import('./english-tags.js');
  names.forEach((name, index) => {
    if (Object.hasOwn(englishTags, name)) items[index].textContent = englishTags[name];
  });
}

/** The address in all forms, and a button that copies it; null if it is unknown. The Korean one is for drivers. */
function address(booth) {
  const { road_address: road, lot_address: lot } = booth;
  if (!road && !lot) return null;
  // Where there are both, each is named: some devices and clerks want the one, some the other.
  const lines = road && lot ? [...named('address.road', road), '\n', ...named('address.lot', lot)]
    : [inKorean(road ?? lot)];
  const english = englishAddress(booth);
  return element('div', { class: 'address' }, english && element('p', {}, ...wholeHyphenated(english)),
    element('span', {}, ...lines), copyButton(booth));
}

const inKorean = (written) => element('span', { lang: 'ko' }, ...wholeHyphenated(written));
const named = (key, written) => [element('span', { class: 'faint' }, text(key)), ' ', inKorean(written)];
