// Draws tiles of an archive beside the page. Messages: the archive first; then squares to draw, squares to name, and
// numbers of those that are not needed any more.

import { ArchivePainter, addressOf } from './archive-painter.js';

let painter = null;
const dropped = new Set();

addEventListener('message', async ({ data: { archive, drop, number, draw, name } }) => {
  if (archive) painter = new ArchivePainter(archive);
  else if (drop) dropped.add(drop);
  else if (draw) reply(number, await drawn(number, draw).catch(() => null));
  else reply(number, await painter.names(name).catch(() => null));
});

/** @returns {Promise<ImageBitmap | null>} */
async function drawn(number, request) {
  const address = addressOf(request.square, painter.archive);
  // Loaded before it is seen whether it is still needed.
  if (!address || !await painter.tile(address) || dropped.delete(number)) return null;
  const canvas = new OffscreenCanvas(request.size * request.ratio, request.size * request.ratio);
  return await painter.draw(request, canvas) ? canvas.transferToImageBitmap() : null;
}

function reply(number, result) {
  postMessage({ number, result }, { transfer: result instanceof ImageBitmap ? [result] : [] });
}
