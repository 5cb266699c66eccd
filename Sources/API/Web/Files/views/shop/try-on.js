// /app/orders/{id}/try and /app/shop/{post}/try: a frame over photos of the member's, in the page alone: one, or one
// for each window of the frame. Nothing is uploaded.

import { get } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { chipRow } from '../../widgets/list-head.js';
import { notify, notifyError, whileBusy } from '../../widgets/notice.js';
import { save } from '../../widgets/save.js';
import { fileName, mayBeOverlay, orderFiles, readFile } from './files.js';
import { FramePicture } from './frame-picture.js';
import { goodsName } from './goods.js';
import { orderAddress } from './order-states.js';

/** How far a finger slips that taps, in pixels. */
const maxSlip = 6;

/**
 * The frames of an order.
 * @param {HTMLElement} root
 * @param {string} id
 * @param {import('../../core/navigation.js').Visit} visit
 */
export async function tryOrder(root, id, { signal, setTitle }) {
  setTitle(text('shop.tryOn'));
  const [order, files] = await Promise.all([
    get(`/api/orders/${encodeURIComponent(id)}`, {}, signal), orderFiles(id, signal)]);
  // The addresses expire: each frame is fetched with a new one.
  const addresses = async (index) => (await orderFiles(id, signal))[index]?.url;
  const overlays = files.map((file, index) => ({ file, index })).filter(({ file }) => mayBeOverlay(file));
  if (!signal.aborted) {
    new TryOn(root, order.name, orderAddress(id), signal).start(overlays.map(({ index }) => () => addresses(index)));
  }
}

/**
 * The frames of goods that cost nothing.
 * @param {HTMLElement} root
 * @param {string} id
 * @param {import('../../core/navigation.js').Visit} visit
 */
export async function tryFreeGoods(root, id, { signal, setTitle }) {
  setTitle(text('shop.tryOn'));
  const post = await get(`/api/posts/${encodeURIComponent(id)}`, {}, signal);
  const overlays = post.photos.filter((photo) => mayBeOverlay({ photo }));
  if (!signal.aborted) {
    new TryOn(root, goodsName(post), `/app/shop/${post.id}`, signal).start(
      overlays.map((name) => async () => `/api/photos/${name}`));
  }
}

class TryOn {
  constructor(root, name, back, signal) {
    this.name = name;
    this.signal = signal;
    this.canvas = /** @type {HTMLCanvasElement} */ (element('canvas', {
      class: 'try-canvas', tabindex: '0', role: 'application', 'aria-label': text('shop.tryCanvas', { name }),
      'aria-describedby': 'try-help',
    }));
    this.picture = new FramePicture(this.canvas);
    /** The index of the window whose photo is moved. */
    this.window = 0;
    /** The fingers and pens on the canvas. @type {Map<number, {x: number, y: number}>} */
    this.pointers = new Map();
    /** How far they have moved since the first came, in pixels. */
    this.slip = 0;

    this.zoom = /** @type {HTMLInputElement} */ (element('input', {
      type: 'range', step: '0.01', value: '1', disabled: true,
      oninput: () => this.move({ zoom: Number(this.zoom.value) }),
    }));
    this.input = this.fileInput('try-photo', (files) => this.choose(files));
    this.chooseLabel = element('label', { class: 'button', for: 'try-photo' });
    // Of one window; the button and the canvas open it.
    this.replacement = this.fileInput('try-replacement', ([file]) => this.replace(file));
    this.replacement.hidden = true;
    this.replaceButton = element('button', {
      type: 'button', class: 'button', hidden: true, onclick: () => this.replacement.click(),
    });
    this.saveButton = /** @type {HTMLButtonElement} */ (element('button', {
      type: 'button', class: 'button is-main', disabled: true,
      onclick: () => whileBusy(this.saveButton, () => this.save()),
    }, text('shop.trySave')));
    this.chips = element('div', {});
    this.windowChips = element('div', { hidden: true });
    this.outline = element('div', { class: 'try-window', hidden: true });
    this.help = element('p', { class: 'faint', id: 'try-help' });
    this.stage = element('div', { class: 'try', hidden: true },
      this.chips, element('div', { class: 'try-picture' }, this.canvas, this.outline), this.windowChips,
      element('div', { class: 'goods-actions' },
        this.input, this.chooseLabel, this.replacement, this.replaceButton, this.saveButton),
      element('label', { class: 'try-zoom' }, element('span', {}, text('shop.tryZoom')), this.zoom), this.help);
    this.message = element('p', { class: 'shop-note', role: 'status', hidden: true });
    root.append(element('p', {}, element('a', { class: 'back-link', href: back }, name)),
      element('h2', {}, text('shop.tryOn')), this.message, this.stage);
    signal.addEventListener('abort', () => this.picture.close());
  }

  /** @param {string} id @param {(files: File[]) => Promise<void>} onChoose */
  fileInput(id, onChoose) {
    const input = /** @type {HTMLInputElement} */ (element('input', {
      type: 'file', accept: 'image/*', id,
      onchange: async () => {
        const files = [...input.files ?? []];
        // So that the same file can be chosen again.
        input.value = '';
        if (files.length > 0) await onChoose(files);
      },
    }));
    return input;
  }

  /** @param {(() => Promise<string | undefined>)[]} frames how to get the address of each */
  async start(frames) {
    if (!frames.length) {
      this.tell(text('shop.tryNone'));
      return;
    }
    this.listen();
    if (frames.length > 1) {
      const chips = choiceChips(frames.map((_, index) => text('shop.tryFrame', { number: index + 1 })),
        (index) => this.load(frames[index]));
      this.chips.append(chipRow(text('shop.tryFrames'), chips));
    }
    await this.load(frames[0]);
  }

  tell(words) {
    this.message.textContent = words;
    this.message.hidden = !words;
  }

  /** Shows another frame over the same photos. */
  async load(address) {
    try {
      const blob = await readFile(await address(), this.signal);
      const frame = blob && await createImageBitmap(blob);
      if (this.signal.aborted) return;
      if (!frame) {
        this.tell(text('shop.tryMissing'));
        return;
      }
      this.picture.setFrame(frame);
      this.tell(this.picture.isFrameOpaque ? text('shop.tryOpaque') : '');
      this.stage.hidden = false;
      this.showWindows();
    } catch (failure) {
      notifyError(failure);
    }
  }

  /** How many photos there are to choose. */
  get count() {
    return this.picture.windows.length;
  }

  /** Shows what depends on the windows of the frame. */
  showWindows() {
    const { count } = this;
    this.input.multiple = count > 1;
    this.chooseLabel.textContent = count > 1 ? text('shop.tryChooseSeveral', { count }) : text('shop.tryChoose');
    this.help.textContent = text(count > 1 ? 'shop.tryHelpSeveral' : 'shop.tryHelp');
    this.selectors = choiceChips(this.picture.windows.map((_, index) => text('shop.tryWindow', { number: index + 1 })),
      (index) => this.select(index));
    this.windowChips.replaceChildren(chipRow(text('shop.tryWindows'), this.selectors));
    this.select(0);
  }

  /** @param {number} index of the window whose photo is moved, scaled and replaced */
  select(index) {
    this.window = index;
    press(this.selectors, index);
    const { left, top, right, bottom } = this.picture.windows[index].box;
    const percent = (part) => `${100 * part}%`;
    Object.assign(this.outline.style,
      { left: percent(left), top: percent(top), width: percent(right - left), height: percent(bottom - top) });
    this.showState();
  }

  showState() {
    const { hasPhotos, zooms, windows } = this.picture;
    const isOneOfSeveral = hasPhotos && this.count > 1;
    this.saveButton.disabled = this.zoom.disabled = !hasPhotos;
    this.windowChips.hidden = this.outline.hidden = this.replaceButton.hidden = !isOneOfSeveral;
    this.replaceButton.textContent = text('shop.tryReplace', { number: this.window + 1 });
    [this.zoom.min, this.zoom.max] = zooms.map(String);
    this.zoom.value = String(windows[this.window].place.zoom);
  }

  /** The first windows show the photos, the others the same again. @param {File[]} files */
  async choose(files) {
    const chosen = await this.read(files.slice(0, this.count));
    if (!chosen) return;
    this.picture.setPhotos(chosen);
    if (files.length > this.count) notify(text('shop.tryTooMany', { count: this.count }));
    this.select(0);
  }

  /** @param {File} file the photo of the selected window */
  async replace(file) {
    const index = this.window;
    const chosen = await this.read([file]);
    // Another frame may have fewer.
    if (!chosen || index >= this.count) return;
    this.picture.replacePhoto(index, chosen[0]);
    this.showState();
  }

  /** The photos; null if one of them cannot be read, or the view was left. @param {File[]} files */
  async read(files) {
    /** @type {ImageBitmap[]} */
    const photos = [];
    try {
      // One after the other: large photos take much memory.
      for (const file of files) photos.push(await this.picture.readPhoto(file));
    } catch {
      if (!this.signal.aborted) notify(text('shop.tryUnreadable'));
    }
    if (photos.length === files.length && !this.signal.aborted) return photos;
    photos.forEach((photo) => photo.close());
    return null;
  }

  /** @param {{x?: number, y?: number, zoom?: number}} changes */
  move(changes) {
    this.picture.move(this.window, changes);
    this.zoom.value = String(this.place.zoom);
  }

  get place() {
    return this.picture.windows[this.window].place;
  }

  async save() {
    const blob = await new Promise((resolve) => { this.canvas.toBlob(resolve, 'image/png'); });
    if (!blob) {
      notify(text('shop.tryNotSaved'));
      return;
    }
    const address = URL.createObjectURL(blob);
    save(address, fileName(this.name, { photo: '.png' }, 0, 1));
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
    notify(text('shop.trySaved'));
  }

  // MARK: Input

  listen() {
    const { canvas } = this;
    canvas.addEventListener('pointerdown', (event) => {
      if (!this.picture.hasPhotos) return;
      canvas.setPointerCapture(event.pointerId);
      if (this.pointers.size === 0) {
        this.slip = 0;
        const index = this.picture.windowAt(this.partOf(event));
        if (index !== null && index !== this.window) this.select(index);
      }
      this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    });
    canvas.addEventListener('pointermove', (event) => this.drag(event));
    for (const name of ['pointerup', 'pointercancel']) {
      canvas.addEventListener(name, (event) => this.pointers.delete(
        /** @type {PointerEvent} */ (event).pointerId));
    }
    // Browsers open the choice of files after a click or tap only.
    canvas.addEventListener('click', (event) => this.tap(event));
    canvas.addEventListener('wheel', (event) => {
      if (!this.picture.hasPhotos) return;
      event.preventDefault();
      this.move({ zoom: this.place.zoom * Math.exp(-event.deltaY / 500) });
    }, { passive: false });
    canvas.addEventListener('keydown', (event) => this.press(event));
  }

  /** Where an event is, as parts of the canvas. @param {PointerEvent | MouseEvent} event */
  partOf(event) {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    return { x: (event.clientX - left) / width, y: (event.clientY - top) / height };
  }

  /** @param {MouseEvent} event */
  tap(event) {
    if (!this.picture.hasPhotos) this.input.click();
    else if (this.count > 1 && this.slip <= maxSlip && this.picture.windowAt(this.partOf(event)) !== null) {
      this.replacement.click();
    }
  }

  /** One finger moves the photo, two scale it as well. @param {PointerEvent} event */
  drag(event) {
    const last = this.pointers.get(event.pointerId);
    if (!last) return;
    const now = { x: event.clientX, y: event.clientY };
    const { width, height } = this.canvas.getBoundingClientRect();
    const { left, top, right, bottom } = this.picture.windows[this.window].box;
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.pointers.set(event.pointerId, now);
    this.slip += distance(now, last);
    if (this.count > 1 && this.slip <= maxSlip) return;
    const share = other ? 2 : 1;
    const stretch = other ? distance(now, other) / Math.max(1, distance(last, other)) : 1;
    this.move({
      x: this.place.x + (now.x - last.x) / (width * (right - left)) / share,
      y: this.place.y + (now.y - last.y) / (height * (bottom - top)) / share,
      zoom: this.place.zoom * stretch,
    });
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const [step, { x, y, zoom }] = [0.02, this.place];
    const places = {
      ArrowLeft: { x: x - step }, ArrowRight: { x: x + step }, ArrowUp: { y: y - step }, ArrowDown: { y: y + step },
      '+': { zoom: zoom * 1.1 }, '=': { zoom: zoom * 1.1 }, '-': { zoom: zoom / 1.1 },
    };
    if (event.key === 'Enter' && !this.picture.hasPhotos) this.input.click();
    if (!this.picture.hasPhotos || !Object.hasOwn(places, event.key)) return;
    event.preventDefault();
    this.move(places[event.key]);
  }
}

const distance = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

/**
 * Chips of which one is pressed, the first to begin with.
 * @param {string[]} labels @param {(index: number) => void} onChoose
 */
function choiceChips(labels, onChoose) {
  const chips = labels.map((label, index) => element('button', {
    type: 'button', class: 'chip', 'aria-pressed': String(index === 0),
    onclick: () => {
      press(chips, index);
      onChoose(index);
    },
  }, label));
  return chips;
}

/** @param {HTMLElement[]} chips @param {number} pressed */
function press(chips, pressed) {
  chips.forEach((chip, index) => chip.setAttribute('aria-pressed', String(index === pressed)));
}
