// The map page: connects the map, the list, the filters, the location notice and the sheet of a booth. Everything that
// is seen follows from one state, which the address names (`url-state.js`).

import { Problem, Unreachable, isAborted } from '../../core/api.js';
import { byId, element } from '../../core/dom.js';
import { goBack } from '../../core/navigation.js';
import { onSavedChange } from '../../core/saved-booths.js';
import { loadStyleSheet } from '../../core/style-sheets.js';
import { boothName, text } from '../../core/texts.js';
import { whileBusy } from '../../widgets/notice.js';
import { creditSources } from './booth-credits.js';
import { BoothList } from './booth-list.js';
import { BoothMap } from './booth-map.js';
import { maxBooths, withDistances } from './booth-order.js';
import { boothById, totalCount } from './booth-search.js';
import { nothing } from './booth-source.js';
import { FilterBar } from './filter-bar.js';
import { brands, deviceLocation, firstList, pageSize, source } from './first-list.js';
import { LocationNotice } from './location-notice.js';
import { SearchBox, nameOf } from './search-box.js';
import {
  addressOf, entriesAboveList, hasCorrectionWish, isMapEntry, listsUnknown, pushState, readState, replaceState,
  searchOf,
  wasShown,
} from './url-state.js';

/** @typedef {import('./url-state.js').MapState} MapState */
/** @typedef {import('./booth-search.js').SearchResult} SearchResult */
/** @typedef {import('./first-list.js').FirstList} FirstList */

/** The number of booths in the list, after each press of "more". */
const limits = [pageSize, 50, maxBooths - 1];
/** Milliseconds after which the first view has settled. */
const settleTime = 5000;
/** Milliseconds in which a list is shown again as it was. */
const maxListAge = 300_000;
/** Entries of the history whose lists are kept. */
const maxKept = 20;

class MapPage {
  state = readState();
  limit = pageSize;
  result = nothing;
  /** The number of the newest search. What answers to an older one comes too late. */
  generation = 0;
  /** The same of the marks, and of opening a booth. */
  marksGeneration = 0;
  /** The view whose marks were loaded last. */
  markedView = '';
  boothGeneration = 0;
  /** The key of the entry that is shown. */
  entry = '';
  /**
   * What entries showed last, by their keys: the map's view, and the list. Only in memory, as both may be around the
   * user.
   * @type {Map<string, {view: any, result: SearchResult, limit: number, search: string, at: number,
   *   scrollTop: number}>}
   */
  kept = new Map();
  /** The search of the current list, and when it was answered. */
  answered = { search: '', at: 0 };
  /** Whether the user has moved the map since the current entry was shown. */
  isMovedHere = false;
  /** The list that was asked for before this page was there, until it is used. @type {FirstList | null} */
  first = null;
  /** The way back from a booth, until the browser is there. @type {Promise<any> | null} */
  closing = null;
  /** The document's title while the map is shown. */
  title = text('title');
  /** Loaded where there is a handle. @type {import('./panel.js').Panel | null} */
  panel = null;
  /** Loaded with the first booth that is opened. @type {import('./opened-booth.js').OpenedBooth | null} */
  opened = null;

  constructor() {
    const { dataset } = document.documentElement;
    this.location = deviceLocation;
    this.location.onChange = (isRequested) => this.onLocationChange(isRequested);
    this.source = source;
    this.notice = new LocationNotice(this.location,
      { onHome: () => this.goHome(), onLocate: () => this.locate(), onRetry: () => this.refresh(),
        zoom: () => this.map.center?.zoom ?? null });
    this.list = new BoothList({
      onSelect: (booth) => this.openBooth(booth.id), onMore: () => this.showMore(),
      onClearFilters: () => this.clearFilters(), onClearText: () => this.clearText(),
      onLift: (changes) => this.lift(changes), onSort: (order) => this.sort(order),
      onPoint: (booth) => this.map.markers.point(booth), onPropose: (button) => this.propose(button),
    });
    this.filters = new FilterBar(this.state, (changes) => this.filter(changes), (typed) => this.narrowText(typed));
    /** The page works without. */
    this.brands = this.filters.load(brands).catch(() => {});
    this.searchBox = new SearchBox({
      position: () => this.distanceOrigin(), brands: () => this.filters.brands, onLocate: () => this.locate(),
      onPlace: (place, wishes) => this.showPlace(place, wishes),
      onBrand: (name, wishes) => this.showBrand(name, wishes),
      onBooth: (id) => this.openBooth(id), onText: (typed, wishes) => this.showText(typed, wishes),
    });
    this.tiles = {
      template: dataset.tiles ?? '', attribution: dataset.attribution ?? '', link: dataset.attributionLink ?? '',
      minZoom: Number(dataset.minZoom), maxZoom: Number(dataset.maxZoom), schema: dataset.schema ?? '',
    };
    this.map = new BoothMap(byId('map'), this.tiles, {
      onMove: (isByUser) => this.onMove(isByUser), onBooth: (booth) => this.openBooth(booth.id),
      onCluster: (cluster) => this.listCluster(cluster), onPoint: (booth) => this.list.point(booth?.id ?? null),
    });
  }

  async start() {
    this.addListeners();
    const { center, booth } = this.state;
    const isCorrecting = hasCorrectionWish();
    const isReloaded = wasShown();
    this.writeInPlace();
    this.entry = history.state.key;
    this.searchBox.show(this.searchText);
    if (center) this.map.setView(center);
    const isKnown = booth === null || await this.showLinkedBooth(isCorrecting, isReloaded);
    if (firstList) this.first = await firstList;
    else await this.location.start();
    await this.refresh();
    if (!isKnown) this.notice.showUnknownBooth();
    this.keepBooths();
    creditSources(this.map.map);
  }

  addListeners() {
    byId('use-location').addEventListener('click', () => this.notice.request());
    byId('search-here').addEventListener('click', () => this.searchHere());
    addEventListener('online', () => { if (isMapEntry()) this.refresh(); });
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden && isMapEntry() && this.state.origin.kind === 'device' && this.location.isStale) {
        this.location.locate();
      }
    });
    new ResizeObserver(() => this.loadPanel()).observe(byId('handle'));
    onSavedChange(() => {
      this.keepStreets();
      if (this.state.saved) this.refresh();
      this.map.markers.showSaved();
    });
  }

  /** Asks for a booth that the map does not have. Its dialog and styles are loaded when they are first needed. */
  propose(button) {
    whileBusy(button, async () => {
      const [{ proposeBooth }] = await Promise.all([import('./proposal.js'), loadStyleSheet('widgets/widgets.css')]);
      proposeBooth(() => this.map.center, this.filters.brands);
    });
  }

  /** Wide screens have nothing to drag. */
  async loadPanel() {
    if (this.panel || byId('handle').offsetParent === null) return;
    const { Panel } = await import('./panel.js');
    this.panel ??= new Panel();
  }

  // MARK: The state

  /**
   * What a person does: a new entry of the history, and the view of its state. Where only the map moves, none.
   * @param {Partial<MapState>} changes
   */
  async change(changes) {
    await this.closing;
    if (!isMapEntry()) return;
    this.map.settle();
    const last = this.state;
    const next = { ...last, ...changes };
    const isSame = next.booth === last.booth && searchOf(next) === searchOf(last);
    this.keep();
    this.state = next;
    if (isSame) replaceState(next);
    else pushState(next, last);
    this.begin();
    this.show(last, { isRefitting: changes.center === null });
  }

  /**
   * The entry has changed by the browser's buttons or by a link: shows its state. An entry that was shown before has
   * its map and its list again. Where only the booth is another one, a map that the user has moved stays.
   * @param {boolean} isFromElsewhere from another view
   */
  onReturn(isFromElsewhere) {
    this.closing = null;
    document.title = this.title;
    const last = this.state;
    const isSameEntry = history.state?.key === this.entry;
    const isMoved = this.isMovedHere;
    const isCorrecting = hasCorrectionWish();
    if (!isSameEntry) this.keep();
    this.state = readState(last);
    this.begin();
    const isSameSearch = searchOf(this.state) === searchOf(last);
    const view = isSameEntry || (isSameSearch && isMoved) ? null
      : this.kept.get(this.entry)?.view ?? this.state.center;
    if (view) this.map.setView(view);
    else if (isSameSearch && isMoved) Object.assign(this.state, { center: this.map.center, isMoved: true });
    this.writeInPlace();
    this.show(last, { isReturning: !isSameEntry, isFromElsewhere, isCorrecting });
  }

  /** Keeps what the entry shows, for a return to it. */
  keep() {
    const { answered: { search, at }, result, limit } = this;
    this.kept.delete(this.entry);
    this.kept.set(this.entry,
      { view: this.map.center, result, limit, search, at, scrollTop: byId('browse').scrollTop });
    if (this.kept.size > maxKept) this.kept.delete(/** @type {string} */ (this.kept.keys().next().value));
  }

  /** The current entry is what is shown from now on. */
  begin() {
    this.entry = history.state?.key ?? '';
    this.isMovedHere = false;
  }

  /** A response may arrive after another view has changed the address, or on the way to another entry. */
  writeInPlace() {
    if (!isMapEntry() || this.closing || (this.entry && history.state?.key !== this.entry)) return;
    replaceState(this.state);
  }

  /**
   * Shows the state, where it differs from what was shown.
   * @param {MapState} last
   * @param {{isReturning?: boolean, isFromElsewhere?: boolean, isRefitting?: boolean, isCorrecting?: boolean}} how
   *   `isRefitting`: the map moves to the results, even if they are the same
   */
  show(last, { isReturning = false, isFromElsewhere = false, isRefitting = false, isCorrecting = false } = {}) {
    const { state } = this;
    this.filters.show(state);
    this.searchBox.show(this.searchText);
    this.showSearchHere();
    if (searchOf(state) !== searchOf(last)) {
      const kept = isReturning ? this.kept.get(this.entry) : undefined;
      if (kept && this.isFresh(kept)) {
        this.showKept(kept);
      } else {
        byId('browse').scrollTop = 0;
        this.restart();
      }
    } else if (isRefitting) {
      this.restart();
    }
    if (state.booth !== null && (state.booth !== last.booth || isCorrecting)) this.showBooth(state.booth, isCorrecting);
    else if (state.booth === null && last.booth !== null) this.hideBooth(last.booth);
    else if (state.booth !== null && isFromElsewhere) this.sheet?.reloadPosts();
  }

  /** Saved booths may have changed since. */
  isFresh({ at, search }) {
    return search === searchOf(this.state) && Date.now() - at < maxListAge && !this.state.saved;
  }

  showKept({ result, limit, search, at, scrollTop }) {
    this.generation += 1;
    Object.assign(this, { result, limit, answered: { search, at } });
    this.showNotice();
    this.showList();
    this.showOnMap();
    byId('browse').scrollTop = scrollTop;
  }

  /** The address of the state. It has no position unless the user has chosen one. */
  get address() {
    return addressOf(this.state);
  }

  get searchText() {
    const { text: typed, origin } = this.state;
    return typed || (origin.kind === 'place' ? origin.name ?? '' : '');
  }

  showSearchHere() {
    const { isMoved, text: typed, saved } = this.state;
    byId('search-here').hidden = !isMoved || typed !== '' || saved;
  }

  // MARK: The list

  restart() {
    this.limit = pageSize;
    return this.refresh();
  }

  /** Loads the list, and the markers of the map. */
  async refresh() {
    this.generation += 1;
    const { generation, state } = this;
    this.list.showBusy();
    let failure = null;
    let found = this.result;
    try {
      // The list has the colours of all chains.
      [found] = await Promise.all([this.search(state), this.brands]);
    } catch (error) {
      if (isAborted(error)) return;
      failure = error;
      if (failure instanceof Unreachable) found = await this.source.stored(state, this.limit);
      else if (!(failure instanceof Problem)) throw failure;
    }
    if (generation !== this.generation) return;
    this.result = found;
    this.answered = { search: failure ? '' : searchOf(state), at: Date.now() };
    if (failure instanceof Unreachable) this.notice.showOffline(found);
    else if (failure) this.notice.showFailed();
    else this.showNotice();
    const isFitting = this.state.center === null && this.state.booth === null;
    this.showList();
    // The first list is seen before the map is drawn, which takes a phone longer.
    if (!this.map.center) await nextFrame();
    if (generation !== this.generation) return;
    if (isFitting) this.fit();
    this.showOnMap();
  }

  /** The list of a state: that which was asked for first, if it is still the one. @param {MapState} state */
  search(state) {
    const { first } = this;
    this.first = null;
    const isWanted = first?.search === searchOf(state) && first.locationState === this.location.state
      && this.limit === pageSize;
    return isWanted ? first.answer : this.source.search(state, this.limit, this.deviceOrigin);
  }

  /** Where the device was found to be by the current list. */
  get deviceOrigin() {
    return this.state.origin.kind === 'device' ? this.result.origin ?? this.location.newest : this.location.newest;
  }

  /** The position that distances are measured from. */
  distanceOrigin() {
    return this.state.origin.kind === 'device' ? this.deviceOrigin : this.state.origin;
  }

  showNotice() {
    const { kind, name = '', latitude = 0, longitude = 0 } = this.state.origin;
    if (kind === 'place') this.notice.showPlace(name);
    else if (kind !== 'device') {
      this.notice.showPosition(kind === 'address' ? 'fromAddress' : 'fromMap', { latitude, longitude });
    } else if (this.result.origin?.reason) this.notice.showResolved(this.result.origin);
  }

  showList() {
    const { state, limit, result: { booths, hasMore, parts = [] } } = this;
    this.filters.showParts(state.text, parts);
    this.list.show(booths, {
      title: state.saved ? 'saved.title' : state.text || state.origin.bbox ? 'found' : 'near', hasMore,
      canGrow: hasMore && limit < limits[limits.length - 1] && !state.origin.bbox,
      filters: { text: state.text, parts, isSaved: state.saved, isSet: this.filters.hasConditions },
      orders: [...(state.text ? ['relevance'] : []), 'distance', 'open', 'price'], order: state.sort,
      isOpenFirst: listsUnknown(state),
    });
    if (booths.length === 0) this.explainEmptiness();
    if (hasMore) this.showTotal();
  }

  showOnMap() {
    const { booths, origin } = this.result;
    this.map.markers.rank(booths);
    if (origin) this.map.showOrigin(origin);
    // A map that has just been moved loads its marks once it is reported.
    if (this.map.isMoving) this.map.settle();
    else this.loadMarkers();
  }

  /** Replaces "20+" by the number of all booths that pass the filters, once that is known. */
  async showTotal() {
    const { generation, state } = this;
    if (state.text || state.saved || state.origin.bbox || this.result.storedAt) return;
    try {
      const total = await totalCount(state);
      if (generation === this.generation) this.list.showTotal(total);
    } catch {
      // The list says that there are more.
    }
  }

  /** Says which condition hides how many, and what may have been meant, once that is known. */
  async explainEmptiness() {
    const { generation, state, result: { parts = [], storedAt } } = this;
    const { waysOut } = await import('./conditions.js');
    const offers = [];
    for (const offer of waysOut(state, parts)) {
      const wanted = { ...state, ...offer.changes, sort: /** @type {const} */ ('') };
      const { booths, hasMore } = await (storedAt ? this.source.stored(wanted, maxBooths - 1)
        : this.source.search(wanted, maxBooths - 1, this.deviceOrigin)).catch(() => nothing);
      if (generation !== this.generation) return;
      if (booths.length > 0) offers.push({ ...offer, count: booths.length, hasMore });
    }
    this.list.offer(offers);
  }

  /** Moves the map to the results. */
  fit() {
    const { state, result: { booths, origin } } = this;
    if (!origin) return;
    if (state.origin.corners) this.map.fit([origin, ...state.origin.corners]);
    else if ((state.text || state.saved) && booths.length > 0) this.map.fit(booths.slice(0, 8));
    else this.map.fitNear(origin, booths);
  }

  async showMore() {
    this.limit = limits.find((larger) => larger > this.limit) ?? this.limit;
    const last = this.result.booths.at(-1);
    await this.refresh();
    if (last) this.list.focus(last.id);
  }

  // MARK: The map

  /** Loads the markers in view: one request for each move. With a search text the list's booths are shown. */
  async loadMarkers() {
    if (!this.map.center) return;
    this.markedView = this.view;
    this.marksGeneration += 1;
    const { marksGeneration: generation, state } = this;
    const marks = await this.source.marks(this.map, state, this.result).catch((failure) => {
      if (!isAborted(failure)) this.notice.showFailed();
    });
    if (!marks || generation !== this.marksGeneration || state !== this.state) return;
    this.showMarkers(marks, marks.isWhole && marks.booths.length + marks.clusters.length === 0);
  }

  /** Shows markers; if none are in view, the map says so and offers actions. */
  showMarkers(shown, isEmpty) {
    this.map.markers.show(shown);
    const [nearest] = this.result.booths;
    const actions = isEmpty ? [
      nearest && actionButton('toNearest', () => this.showNearest(nearest)),
      !nearest && this.filters.isSet && actionButton('clear', () => this.clearFilters()),
    ].filter(Boolean) : [];
    const message = byId('map-empty');
    // For an empty catalogue the list shows a message.
    message.hidden = actions.length === 0;
    message.replaceChildren(...(actions.length === 0 ? []
      : [element('span', {}, text(this.filters.isSet ? 'emptyMapFiltered' : 'emptyMap')), ...actions]));
  }

  /** The map moves by the user's wish, as if by hand. */
  showNearest(booth) {
    this.map.setView({ ...booth, zoom: 15 }, true);
  }

  onMove(isByUser) {
    if (!isMapEntry() || this.closing) return;
    if (isByUser) {
      this.isMovedHere = true;
      this.state.isMoved = true;
    }
    this.showSearchHere();
    const { isMoved, center, origin } = this.state;
    const isNamed = isMoved || center || origin.kind === 'place' || origin.kind === 'cluster';
    // The view of a link is kept as it is written.
    if (isNamed && !this.map.isAt(center)) {
      this.state.center = this.map.center;
      this.writeInPlace();
    }
    this.notice.onZoom();
    // The map also comes to rest when it is shown again as it was.
    if (this.markedView !== this.view) this.loadMarkers();
  }

  /** What of the map is in view, to compare. */
  get view() { return JSON.stringify([this.map.center, innerWidth, innerHeight]); }

  /** Searches from the center of the map. */
  searchHere() {
    this.change({ origin: { kind: 'map', ...this.map.center }, center: this.map.center, isMoved: false });
  }

  /** A map that the user has moved stays, unless they requested the location. */
  onLocationChange(isRequested) {
    if (!this.location.newest) this.kept.clear();
    if (isRequested) this.goHome();
    else if (this.state.origin.kind === 'device') this.restart();
  }

  /** Goes to the device. Where that is not known, the list stays where it is, and the notice says why. */
  async locate() {
    if (!this.location.canRequest) {
      await this.goHome();
      this.notice.open(true);
    } else if (this.state.origin.kind === 'device') {
      this.location.request();
      this.goHome();
    } else if (await this.location.request()) {
      this.goHome();
    } else {
      this.notice.showRefusal();
    }
  }

  /** Searches from the device's location, or the server's substitute. */
  goHome() {
    return this.change({ origin: { kind: 'device' }, booth: null, center: null, isMoved: false });
  }

  /** Shows the booths of a cluster in the list. */
  async listCluster({ bbox, latitude, longitude }) {
    await this.change({ origin: { kind: 'cluster', bbox, latitude, longitude }, booth: null, text: '', saved: false,
      center: this.map.center, isMoved: false });
    this.panel?.raise();
    this.list.focus(null);
  }

  // MARK: Filters and search text

  /** @param {Partial<MapState>} changes */
  filter(changes) {
    // The map follows where the list is of booths anywhere.
    const isAnywhere = this.state.saved || changes.saved || this.state.text;
    return this.change(isAnywhere ? { ...changes, center: null, isMoved: false } : changes);
  }

  clearFilters() {
    return this.filter({ brands: [], open: '', known: false, people: 0, price: 0, saved: false });
  }

  async lift(changes) {
    await this.filter({ center: null, isMoved: false, ...changes });
    this.list.focus(null);
  }

  /** @param {string} order */
  sort(order) {
    const usual = this.state.text ? 'relevance' : 'distance';
    this.change({ sort: /** @type {MapState['sort']} */ (order === usual ? '' : order) });
  }

  /**
   * The booths that a text means; with none, all.
   * @param {string} typed @param {Partial<MapState>} wishes to filter by
   */
  async showText(typed, wishes = {}) {
    if (typed !== this.state.text || Object.keys(wishes).length > 0) {
      await this.change({ ...wishes, text: typed, booth: null, center: null, isMoved: false });
    }
  }

  /** What is left of a text is searched for. @param {string} typed */
  async narrowText(typed) {
    await this.showText(typed);
    this.list.focus(null);
  }

  clearText() {
    return this.narrowText('');
  }

  /**
   * Moves the map to a place and lists the booths around it.
   * @param {import('./search-box.js').SearchResult} place @param {Partial<MapState>} wishes
   */
  showPlace(place, wishes = {}) {
    const { latitude, longitude, bbox } = place;
    // A station's booths show more than its surroundings do.
    const corners = place.kind === 'region' && bbox !== undefined
      ? [{ latitude: bbox[1], longitude: bbox[0] }, { latitude: bbox[3], longitude: bbox[2] }] : undefined;
    this.change({ ...wishes, origin: { kind: 'place', latitude, longitude, name: nameOf(place), corners }, text: '',
      saved: false, booth: null, center: null, isMoved: false });
  }

  /**
   * The booths of one chain, in place of those of another one.
   * @param {string} name @param {Partial<MapState>} wishes
   */
  showBrand(name, wishes = {}) {
    this.change({ ...wishes, brands: [name], text: '', booth: null, center: null, isMoved: false });
  }

  // MARK: One booth

  /** @param {number} id */
  openBooth(id) {
    return this.change({ booth: id });
  }

  /** Back to the list from where the booth was opened; where a link has opened it, to a list. */
  closeBooth() {
    if (this.state.booth === null || this.closing) return;
    const steps = entriesAboveList();
    if (steps === 0) this.change({ booth: null });
    else this.closing = goBack(steps).finally(() => { this.closing = null; });
  }

  /** @param {number} id */
  async showBooth(id, isCorrecting = false) {
    this.boothGeneration += 1;
    const generation = this.boothGeneration;
    const isWanted = () => generation === this.boothGeneration && this.state.booth === id;
    try {
      const [booth, { OpenedBooth }] = await Promise.all([this.boothWithDistance(id), import('./opened-booth.js')]);
      if (!isWanted()) return;
      this.opened ??= new OpenedBooth(this.map,
        { onClose: () => this.closeBooth(), people: () => this.state.people });
      this.setTitle(`${boothName(booth)} – ${text('name')}`);
      this.opened.show(booth, { panel: this.panel, isWanted, isCorrecting });
    } catch (failure) {
      if (isWanted() && !isAborted(failure)) this.giveUpBooth(failure);
    }
  }

  get sheet() {
    return this.opened?.sheet ?? null;
  }

  /** A booth of the list, or as the server knows it. */
  async boothWithDistance(id) {
    const listed = this.result.booths.find((booth) => booth.id === id);
    if (listed) return listed;
    const booth = await boothById(id);
    const origin = this.distanceOrigin();
    return origin?.latitude === undefined ? booth : withDistances([booth], origin)[0];
  }

  /** Says that a booth cannot be shown. */
  giveUpBooth(failure) {
    this.isUnknownBooth = failure instanceof Problem && failure.status === 404;
    if (this.isUnknownBooth) this.notice.showUnknownBooth();
    else this.notice.showFailed();
    if (entriesAboveList() > 0) return this.closeBooth();
    this.state.booth = null;
    return this.writeInPlace();
  }

  /**
   * Opens the booth of a link, in place of the page that the server wrote; the list is that around it, unless the entry
   * had another one before. Resolves to whether there is such a booth, as far as can be told.
   */
  async showLinkedBooth(isCorrecting, isReloaded) {
    await this.showBooth(/** @type {number} */ (this.state.booth), isCorrecting);
    byId('booth-page')?.remove();
    const { center, origin } = this.state;
    if (!isReloaded && !center && origin.kind === 'device' && this.map.center) {
      const { latitude, longitude } = this.map.center;
      this.state.origin = { kind: 'address', latitude, longitude };
      this.writeInPlace();
    }
    return !this.isUnknownBooth;
  }

  /** Hides the sheet; the focus goes back to the booth in the list. */
  hideBooth(id) {
    this.setTitle(text('title'));
    this.opened?.hide();
    this.list.focus(id);
  }

  setTitle(words) {
    this.title = words;
    if (isMapEntry()) document.title = words;
  }

  /**
   * Stores the booths of the whole country, and keeps them up to date, once nothing of the first view waits any more.
   */
  keepBooths() {
    whenSettled(async () => {
      const store = await import('../../core/catalogue-store.js');
      store.keepCatalogue(this.filters.boothCount);
    });
    this.keepStreets();
  }

  /** Stores the streets around saved booths. */
  keepStreets() {
    whenSettled(async () => (await import('./saved-streets.js')).storeSavedStreets(this.tiles));
  }
}

/** Resolves once the next frame is drawn; at once in a page that is not seen. */
const nextFrame = () => (document.hidden ? undefined
  : new Promise((resolve) => { requestAnimationFrame(() => setTimeout(resolve)); }));

/** Does what can wait; what fails is done at the next visit. Not every browser says when it is idle. */
const whenSettled = (work) =>
  setTimeout(() => (window.requestIdleCallback ?? setTimeout)(() => work().catch(() => {})), settleTime);

const actionButton = (key, onclick) => element('button', { type: 'button', class: 'link', onclick }, text(key));

/** The page of this document. */
export const page = new MapPage();
page.start();
