// /app/orders/{id}/try and /app/shop/{post}/try: a frame over a photo of the member's, in the page alone. Nothing is
// uploaded.

import { get } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { chipRow } from '../../widgets/list-head.js';
import { notify, notifyError, whileBusy } from '../../widgets/notice.js';
import { fileName, mayBeOverlay, orderFiles, readFile, save } from './files.js';
import { goodsName } from './goods.js';
import { orderAddress } from './order-states.js';

/** Larger canvases fail in some browsers. */
const maxPixels = 4096;
const [minZoom, maxZoom] = [0.2, 5];

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
    /** @type {ImageBitmap | null} */
    this.frame = null;
    this.isFrameOpaque = false;
    /** @type {ImageBitmap | null} */
    this.photo = null;
    /** The centre of the photo as a part of the canvas, and its size as a multiple of covering the canvas. */
    this.place = { x: 0.5, y: 0.5, zoom: 1 };
    /** The fingers and pens on the canvas. @type {Map<number, {x: number, y: number}>} */
    this.pointers = new Map();

    this.canvas = /** @type {HTMLCanvasElement} */ (element('canvas', {
      class: 'try-canvas', tabindex: '0', role: 'application', 'aria-label': text('shop.tryCanvas', { name }),
      'aria-describedby': 'try-help',
    }));
    this.zoom = /** @type {HTMLInputElement} */ (element('input', {
      type: 'range', min: String(minZoom), max: String(maxZoom), step: '0.01', value: '1', disabled: true,
      oninput: () => this.move({ zoom: Number(this.zoom.value) }),
    }));
    this.input = /** @type {HTMLInputElement} */ (element('input', {
      type: 'file', accept: 'image/*', id: 'try-photo', onchange: () => this.choose(),
    }));
    this.saveButton = /** @type {HTMLButtonElement} */ (element('button', {
      type: 'button', class: 'button is-main', disabled: true,
      onclick: () => whileBusy(this.saveButton, () => this.save()),
    }, text('shop.trySave')));
    this.chips = element('div', {});
    this.stage = element('div', { class: 'try', hidden: true },
      this.chips, this.canvas,
      element('div', { class: 'goods-actions' },
        this.input, element('label', { class: 'button', for: 'try-photo' }, text('shop.tryChoose')), this.saveButton),
      element('label', { class: 'try-zoom' }, element('span', {}, text('shop.tryZoom')), this.zoom),
      element('p', { class: 'faint', id: 'try-help' }, text('shop.tryHelp')));
    this.message = element('p', { class: 'shop-note', role: 'status', hidden: true });
    root.append(element('p', {}, element('a', { class: 'back-link', href: back }, name)),
      element('h2', {}, text('shop.tryOn')), this.message, this.stage);
    signal.addEventListener('abort', () => {
      this.frame?.close();
      this.photo?.close();
    });
  }

  /** @param {(() => Promise<string | undefined>)[]} frames how to get the address of each */
  async start(frames) {
    if (!frames.length) {
      this.tell(text('shop.tryNone'));
      return;
    }
    this.listen();
    const chips = frames.map((frame, index) => element('button', {
      type: 'button', class: 'chip', 'aria-pressed': String(index === 0),
      onclick: () => {
        chips.forEach((chip, other) => chip.setAttribute('aria-pressed', String(other === index)));
        this.load(frame);
      },
    }, text('shop.tryFrame', { number: index + 1 })));
    if (frames.length > 1) this.chips.append(chipRow(text('shop.tryFrames'), chips));
    await this.load(frames[0]);
  }

  tell(words) {
    this.message.textContent = words;
    this.message.hidden = !words;
  }

  /** Shows another frame over the same photo. */
  async load(address) {
    try {
      const blob = await readFile(await address(), this.signal);
      const frame = blob && await createImageBitmap(blob);
      if (this.signal.aborted) return;
      if (!frame) {
        this.tell(text('shop.tryMissing'));
        return;
      }
      this.frame?.close();
      this.frame = frame;
      const scale = Math.min(1, maxPixels / Math.max(frame.width, frame.height));
      this.canvas.width = Math.round(frame.width * scale);
      this.canvas.height = Math.round(frame.height * scale);
      this.isFrameOpaque = isOpaque(frame);
      this.tell(this.isFrameOpaque ? text('shop.tryOpaque') : '');
      this.stage.hidden = false;
      this.draw();
    } catch (failure) {
      notifyError(failure);
    }
  }

  async choose() {
    const [file] = this.input.files ?? [];
    if (!file) return;
    try {
      const photo = await createImageBitmap(file);
      if (this.signal.aborted) return;
      this.photo?.close();
      this.photo = photo;
      this.saveButton.disabled = this.zoom.disabled = false;
      this.move({ x: 0.5, y: 0.5, zoom: this.isFrameOpaque ? 0.6 : 1 });
    } catch {
      notify(text('shop.tryUnreadable'));
    }
  }

  /** @param {{x?: number, y?: number, zoom?: number}} place */
  move(place) {
    const { x, y, zoom } = { ...this.place, ...place };
    this.place = { x: clamp(x, -0.5, 1.5), y: clamp(y, -0.5, 1.5), zoom: clamp(zoom, minZoom, maxZoom) };
    this.zoom.value = String(this.place.zoom);
    this.draw();
  }

  draw() {
    const context = this.canvas.getContext('2d');
    if (!context || !this.frame) return;
    const { width, height } = this.canvas;
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    if (this.isFrameOpaque) context.drawImage(this.frame, 0, 0, width, height);
    if (this.photo) {
      const cover = Math.max(width / this.photo.width, height / this.photo.height) * this.place.zoom;
      const [w, h] = [this.photo.width * cover, this.photo.height * cover];
      context.drawImage(this.photo, this.place.x * width - w / 2, this.place.y * height - h / 2, w, h);
    }
    if (!this.isFrameOpaque) context.drawImage(this.frame, 0, 0, width, height);
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
      if (!this.photo) {
        this.input.click();
        return;
      }
      canvas.setPointerCapture(event.pointerId);
      this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    });
    canvas.addEventListener('pointermove', (event) => this.drag(event));
    for (const name of ['pointerup', 'pointercancel']) {
      canvas.addEventListener(name, (event) => this.pointers.delete(
        /** @type {PointerEvent} */ (event).pointerId));
    }
    canvas.addEventListener('wheel', (event) => {
      if (!this.photo) return;
      event.preventDefault();
      this.move({ zoom: this.place.zoom * Math.exp(-event.deltaY / 500) });
    }, { passive: false });
    canvas.addEventListener('keydown', (event) => this.press(event));
  }

  /** One finger moves the photo, two scale it as well. @param {PointerEvent} event */
  drag(event) {
    const last = this.pointers.get(event.pointerId);
    if (!last) return;
    const now = { x: event.clientX, y: event.clientY };
    const { width, height } = this.canvas.getBoundingClientRect();
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.pointers.set(event.pointerId, now);
    const share = other ? 2 : 1;
    const stretch = other ? distance(now, other) / Math.max(1, distance(last, other)) : 1;
    this.move({
      x: this.place.x + (now.x - last.x) / width / share, y: this.place.y + (now.y - last.y) / height / share,
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
    if (event.key === 'Enter' && !this.photo) this.input.click();
    if (!this.photo || !Object.hasOwn(places, event.key)) return;
    event.preventDefault();
    this.move(places[event.key]);
  }
}

const clamp = (value, least, most) => Math.min(Math.max(value, least), most);
const distance = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

/** Whether a picture hides everything under it. @param {ImageBitmap} picture */
function isOpaque(picture) {
  const probe = document.createElement('canvas');
  probe.width = probe.height = 64;
  const context = probe.getContext('2d', { willReadFrequently: true });
  if (!context) return false;
  context.drawImage(picture, 0, 0, 64, 64);
  const { data } = context.getImageData(0, 0, 64, 64);
  for (let index = 3; index < data.length; index += 4) if (data[index] < 250) return false;
  return true;
}
