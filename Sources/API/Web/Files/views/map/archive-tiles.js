// The vector tiles of an archive: drawn and named by a worker, or by the page where the browser has no canvas for
// workers.

import { ArchivePainter, addressOf } from './archive-painter.js';

/** Of tiles whose names are kept. */
const maxKept = 24;

export class ArchiveTiles {
  /** @param {import('./archive-painter.js').Archive} archive */
  constructor({ template, schema, minZoom, maxZoom }) {
    const archive = { template: new URL(template, location.origin).href, schema, minZoom, maxZoom };
    // The URL of a template has its braces escaped.
    archive.template = archive.template.replaceAll('%7B', '{').replaceAll('%7D', '}');
    this.number = 0;
    /** @type {Map<number, (result: any) => void>} */
    this.waiting = new Map();
    /** The names of tiles by their addresses, those asked for last at the end. @type {Map<string, Promise<any>>} */
    this.kept = new Map();
    this.archive = archive;
    if ('OffscreenCanvas' in window) {
      this.worker = new Worker(new URL('./tile-worker.js', import.meta.url), { type: 'module' });
      this.worker.addEventListener('message', ({ data: { number, result } }) => {
        this.waiting.get(number)?.(result);
        this.waiting.delete(number);
      });
      // The squares that wait for an answer show the base map then.
      this.worker.addEventListener('error', () => {
        for (const resolve of this.waiting.values()) resolve(null);
        this.waiting.clear();
      });
      this.worker.postMessage({ archive });
    } else {
      this.painter = new ArchivePainter(archive);
    }
  }

  /**
   * A picture of a square; null where the archive has nothing of it.
   * @param {Parameters<ArchivePainter['draw']>[0]} request
   * @returns {{picture: Promise<ImageBitmap | HTMLCanvasElement | null>, drop: () => void}}
   */
  draw(request) {
    if (this.worker) {
      const { number, result } = this.ask({ draw: request });
      return { picture: result, drop: () => this.waiting.has(number) && this.worker.postMessage({ drop: number }) };
    }
    const canvas = document.createElement('canvas');
    canvas.width = request.size * request.ratio;
    canvas.height = canvas.width;
    const picture = this.painter.draw(request, canvas).then((isDrawn) => (isDrawn ? canvas : null), () => null);
    return { picture, drop: () => {} };
  }

  /** The names of a square, as a tile of the base map has them; null where the archive has nothing of it. */
  names(square) {
    const address = addressOf(square, this.archive);
    if (!address) return null;
    const key = `${address.zoom}/${address.x}/${address.y}`;
    const names = this.kept.get(key)
      ?? (this.worker ? this.ask({ name: address }).result : this.painter.names(address).catch(() => null));
    this.kept.delete(key);
    this.kept.set(key, names);
    // What could not be loaded is asked for again.
    Promise.resolve(names).then((found) => { if (!found) this.kept.delete(key); });
    if (this.kept.size > maxKept) this.kept.delete(this.kept.keys().next().value);
    return names;
  }

  ask(message) {
    this.number += 1;
    const { number } = this;
    const result = new Promise((resolve) => this.waiting.set(number, resolve));
    this.worker.postMessage({ number, ...message });
    return { number, result };
  }
}
