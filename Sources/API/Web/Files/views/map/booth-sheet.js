// The sheet with all details of one booth.

import { byId, element } from '../../core/dom.js';
import { formatDate, formatOpeningHours, formatWon, language, text } from '../../core/texts.js';
import { icon } from '../../widgets/icon.js';
import { distanceFacts, openingState } from './booth-facts.js';
import { showBoothPosts } from './booth-posts.js';
import { brandColour } from './brand-colours.js';

export class BoothSheet {
  /** @param {{onClose: () => void}} events */
  constructor(events) {
    this.events = events;
    this.root = byId('sheet');
    this.root.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.events.onClose();
    });
    /** @type {number | null} */
    this.booth = null;
  }

  /** Shows a booth and moves the focus to its name. */
  show(booth) {
    this.booth = booth.id;
    const title = element('h2', { id: 'sheet-title', tabindex: '-1' }, booth.name);
    const posts = element('div', { class: 'posts' });
    this.root.replaceChildren(
      element('button', { type: 'button', class: 'back', onclick: () => this.events.onClose() }, text('close')),
      title, this.brand(booth), element('p', { class: 'line' }, openingState(booth), ...distanceFacts(booth)),
      directions(booth),
      facts(booth), planVisit(booth), element('h3', {}, text('posts')), posts);
    this.root.hidden = false;
    byId('browse').hidden = true;
    title.focus({ preventScroll: true });
    this.root.scrollTop = 0;
    this.loadPosts(booth.id, posts);
  }

  /** Reloads the posts: there may be new ones after a return from another view. */
  reloadPosts() {
    /** @type {HTMLElement | null} */
    const posts = this.root.querySelector('.posts');
    if (this.booth === null || !posts) return;
    posts.replaceChildren();
    this.loadPosts(this.booth, posts);
  }

  hide() {
    this.booth = null;
    this.root.hidden = true;
    byId('browse').hidden = false;
  }

  brand({ brand }) {
    if (!brand) return null;
    const dot = element('span', { class: 'dot', 'aria-hidden': 'true' });
    dot.style.setProperty('--brand', brandColour(brand));
    return element('p', { class: 'brand' }, dot, brand);
  }

  loadPosts(id, target) {
    showBoothPosts(id, target, () => this.booth === id && target.isConnected);
  }
}

function directions({ name, latitude, longitude }) {
  const label = encodeURIComponent(name.replaceAll(',', ' '));
  const links = [
    ['kakaoMap', `https://map.kakao.com/link/to/${label},${latitude},${longitude}`],
    ['googleMap', `https://www.google.com/maps/dir/?api=1&travelmode=walking&destination=${latitude},${longitude}`],
  ];
  if (language !== 'ko') links.reverse();
  const link = ([key, href], index) => element('a', {
    class: `button${index === 0 ? ' is-main' : ''}`, href, target: '_blank', rel: 'noopener noreferrer',
  }, `${text('directions')} · ${text(key)}`, element('span', { class: 'unseen' }, ` (${text('newTab')})`));
  return element('p', { class: 'ways', role: 'group', 'aria-label': text('directions') }, ...links.map(link));
}

const planVisit = ({ id }) => element('p', { class: 'ways' },
  element('a', { class: 'small', href: `/app/card?visit=${id}` }, icon('grape'), text('card.planVisit')));

function facts(booth) {
  const prints = [
    booth.cuts && text('cuts', { count: booth.cuts }), booth.shots && text('shots', { count: booth.shots }),
    booth.even_prints_only && text('evenPrints'),
  ].filter(Boolean).join(', ');
  const rows = [
    ['hours', formatOpeningHours(booth.opening_hours)],
    ['priceLabel', booth.price && text('price', { amount: formatWon(booth.price) })],
    ['printLabel', prints], ['capacity', booth.capacity && text('people', { count: booth.capacity })],
    ['address', [booth.road_address, booth.lot_address].filter(Boolean).join('\n')],
    ['phone', booth.phone && element('a', { href: `tel:${booth.phone.replace(/[^\d+]/g, '')}` }, booth.phone)],
    ['tags', booth.tags?.length > 0 && booth.tags.map((tag) => `#${tag}`).join(' ')],
    ['verified', booth.last_verified && formatDate(booth.last_verified)],
  ].filter(([, value]) => value);
  return element('dl', { class: 'facts' }, ...rows.map(([key, value]) =>
    element('div', {}, element('dt', {}, text(key)), element('dd', {}, value))));
}
