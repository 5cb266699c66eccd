// A frame with photos in its windows, on a canvas. A frame with one window or none has one photo, which moves freely
// over the whole; with several each photo covers its window.

import { windowsOf } from './frame-windows.js';

/** Larger canvases fail in some browsers. */
const maxPixels = 4096;
/** The longer side of the small frame in which windows are looked for. */
const probeSize = 512;
/** The longer side of one photo of several, which are all in memory at once. */
const maxPhotoSize = 2048;
const [minZoom, maxZoom] = [0.2, 5];

const whole = { left: 0, top: 0, right: 1, bottom: 1 };

/**
 * @typedef {object} FrameWindow
 * @property {import('./frame-windows.js').Box} box
 * @property {ImageBitmap | null} photo
 * @property {{x: number, y: number, zoom: number}} place the centre of the photo as a part of the box, and its size
 *   as a multiple of covering the box
 */

export class FramePicture {
  /** @type {ImageBitmap | null} */
  frame = null;
  isFrameOpaque = false;
  /** @type {FrameWindow[]} */
  windows = [{ box: whole, photo: null, place: { x: 0.5, y: 0.5, zoom: 1 } }];
  /**
   * The photos in the order of the windows, which may be more or less than those of the frame.
   * @type {ImageBitmap[]}
   */
  photos = [];

  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
  }

  get hasPhotos() {
    return this.photos.length > 0;
  }

  get isOfSeveral() {
    return this.windows.length > 1;
  }

  /** The least and the largest zoom. */
  get zooms() {
    return [this.isOfSeveral ? 1 : minZoom, maxZoom];
  }

  /** @param {ImageBitmap} frame */
  setFrame(frame) {
    this.frame?.close();
    this.frame = frame;
    const scale = Math.min(1, maxPixels / Math.max(frame.width, frame.height));
    this.canvas.width = Math.round(frame.width * scale);
    this.canvas.height = Math.round(frame.height * scale);
    this.isFrameOpaque = isOpaque(frame);
    const boxes = boxesOf(frame);
    this.windows = (boxes.length > 1 ? boxes : [whole]).map((box) => ({ box, photo: null, place: this.firstPlace }));
    this.fill();
  }

  /** @param {ImageBitmap[]} photos */
  setPhotos(photos) {
    const last = this.photos;
    this.photos = photos;
    this.fill();
    for (const photo of new Set(last)) photo.close();
  }

  /** @param {number} index of the window @param {ImageBitmap} photo */
  replacePhoto(index, photo) {
    const last = this.photos;
    Object.assign(this.windows[index], { photo, place: this.firstPlace });
    this.photos = this.windows.flatMap((window) => window.photo ?? []);
    this.draw();
    for (const old of new Set(last)) if (!this.photos.includes(old)) old.close();
  }

  get firstPlace() {
    return { x: 0.5, y: 0.5, zoom: this.isFrameOpaque ? 0.6 : 1 };
  }

  /** Has the windows show the photos in turn. */
  fill() {
    this.windows.forEach((window, index) => {
      window.photo = this.photos[index % this.photos.length] ?? null;
      window.place = this.firstPlace;
    });
    this.draw();
  }

  /** A photo from a file. @param {Blob} file */
  async readPhoto(file) {
    const photo = await createImageBitmap(file);
    const scale = maxPhotoSize / Math.max(photo.width, photo.height);
    if (!this.isOfSeveral || scale >= 1) return photo;
    const small = await createImageBitmap(photo, {
      resizeWidth: Math.round(photo.width * scale), resizeHeight: Math.round(photo.height * scale),
      resizeQuality: 'high',
    });
    photo.close();
    return small;
  }

  /** The window at a position, in parts of the canvas; null beside all. @param {{x: number, y: number}} position */
  windowAt({ x, y }) {
    const index = this.windows.findIndex(({ box: { left, top, right, bottom } }) =>
      left <= x && x <= right && top <= y && y <= bottom);
    return index < 0 ? null : index;
  }

  /** @param {number} index of the window @param {{x?: number, y?: number, zoom?: number}} changes */
  move(index, changes) {
    const window = this.windows[index];
    const { x, y, zoom: wanted } = { ...window.place, ...changes };
    const zoom = clamp(wanted, this.zooms[0], maxZoom);
    const [reachX, reachY] = this.isOfSeveral ? reach(this.sizeOf(window, zoom)) : [1, 1];
    window.place = { x: clamp(x, 0.5 - reachX, 0.5 + reachX), y: clamp(y, 0.5 - reachY, 0.5 + reachY), zoom };
    this.draw();
  }

  /** The box of a window and the size of its photo in it, in pixels. @param {FrameWindow} window */
  sizeOf({ box, photo }, zoom) {
    const { width, height } = this.canvas;
    const [boxWidth, boxHeight] = [(box.right - box.left) * width, (box.bottom - box.top) * height];
    const scale = photo ? Math.max(boxWidth / photo.width, boxHeight / photo.height) * zoom : 0;
    return {
      boxWidth, boxHeight, photoWidth: (photo?.width ?? 0) * scale, photoHeight: (photo?.height ?? 0) * scale,
    };
  }

  draw() {
    const context = this.canvas.getContext('2d');
    if (!context || !this.frame) return;
    const { width, height } = this.canvas;
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    if (this.isFrameOpaque) context.drawImage(this.frame, 0, 0, width, height);
    for (const window of this.windows) this.drawPhoto(context, window);
    if (!this.isFrameOpaque) context.drawImage(this.frame, 0, 0, width, height);
  }

  /** @param {CanvasRenderingContext2D} context @param {FrameWindow} window */
  drawPhoto(context, window) {
    if (!window.photo) return;
    const { x, y, zoom } = window.place;
    const { boxWidth, boxHeight, photoWidth, photoHeight } = this.sizeOf(window, zoom);
    const [left, top] = [window.box.left * this.canvas.width, window.box.top * this.canvas.height];
    context.save();
    context.beginPath();
    context.rect(left, top, boxWidth, boxHeight);
    context.clip();
    context.drawImage(window.photo, left + x * boxWidth - photoWidth / 2, top + y * boxHeight - photoHeight / 2,
      photoWidth, photoHeight);
    context.restore();
  }

  close() {
    for (const picture of [this.frame, ...new Set(this.photos)]) picture?.close();
  }
}

const clamp = (value, least, most) => Math.min(Math.max(value, least), most);

/** How far from the middle of a box a photo's may be that covers it, in parts of the box. */
const reach = ({ boxWidth, boxHeight, photoWidth, photoHeight }) =>
  [photoWidth / boxWidth, photoHeight / boxHeight].map((ratio) => Math.max(0, (ratio - 1) / 2));

/** The boxes of a frame's windows, a little larger: a small picture is not exact. @param {ImageBitmap} frame */
function boxesOf(frame) {
  const scale = Math.min(1, probeSize / Math.max(frame.width, frame.height));
  const [width, height] = [frame.width, frame.height].map((pixels) => Math.max(1, Math.round(pixels * scale)));
  const image = pixelsOf(frame, width, height);
  if (!image) return [];
  const [x, y] = [1 / width, 1 / height];
  return windowsOf(image).map(({ left, top, right, bottom }) => ({
    left: Math.max(0, left - x), top: Math.max(0, top - y),
    right: Math.min(1, right + x), bottom: Math.min(1, bottom + y),
  }));
}

/** Whether a picture hides everything under it. @param {ImageBitmap} picture */
function isOpaque(picture) {
  const image = pixelsOf(picture, 64, 64);
  if (!image) return false;
  for (let index = 3; index < image.data.length; index += 4) if (image.data[index] < 250) return false;
  return true;
}

/** @param {ImageBitmap} picture */
function pixelsOf(picture, width, height) {
  const context = Object.assign(document.createElement('canvas'), { width, height })
    .getContext('2d', { willReadFrequently: true });
  context?.drawImage(picture, 0, 0, width, height);
  return context?.getImageData(0, 0, width, height) ?? null;
}
