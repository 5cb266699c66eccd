// The files of goods: to save them, and to read them in the page.

import { get } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { member } from '../../core/session.js';
import { formatNumber, text } from '../../core/texts.js';
import { notify, whileBusy } from '../../widgets/notice.js';
import { save } from '../../widgets/save.js';

/**
 * A file of goods. Its address may expire in a few minutes.
 * @typedef {{photo: string, url: string, size: number, width: number, height: number}} GoodsFile
 */

/** The files of an order, with fresh addresses. @param {string} order @returns {Promise<GoodsFile[]>} */
export const orderFiles = async (order, signal = undefined) =>
  (await get(`/api/orders/${encodeURIComponent(order)}/files`, {}, signal)).files;

/** Whether a file may have transparent parts. @param {{photo: string}} file */
export const mayBeOverlay = ({ photo }) => /\.(png|webp)$/.test(photo);

/** The name under which a file is saved: that of the goods, without what file systems refuse. */
export function fileName(goods, { photo }, index, count) {
  const name = goods.replace(/[\s\p{Cc}\p{Cf}\\/:*?"<>|.]+/gu, ' ').trim() || 'fourcuts';
  return `${name}${count > 1 ? ` ${index + 1}` : ''}.${photo.split('.').pop()}`;
}

/**
 * Saves the files of an order, or one of them.
 * @param {{id: string, name: string}} order
 * @param {number | null} only the index of the file
 */
async function saveFiles(order, only = null) {
  const files = await orderFiles(order.id);
  if (!files.length) notify(text('shop.noFiles'));
  files.forEach((file, index) => {
    if (only === null || only === index) save(file.url, fileName(order.name, file, index, files.length));
  });
}

/** The button that saves all files of an order. @param {{id: string, name: string}} order */
export function downloadButton(order, style = 'button is-main') {
  const button = element('button', {
    type: 'button', class: `${style} order-download`, onclick: () => whileBusy(button, () => saveFiles(order)),
  }, text('shop.download'));
  return button;
}

/** A list of the files of an order, each with a button. @param {GoodsFile[]} files */
export const fileList = (order, files) => element('ul', { class: 'order-files', 'aria-label': text('shop.files') },
  ...files.map((file, index) => {
    const name = fileName(order.name, file, index, files.length);
    const button = element('button', {
      type: 'button', class: 'small', 'aria-label': text('shop.downloadOne', { name }),
      onclick: () => whileBusy(button, () => saveFiles(order, index)),
    }, text('shop.download'));
    return element('li', {}, element('span', { class: 'order-file-name' }, name),
      element('span', { class: 'faint' }, aboutFile(file)), button);
  }));

function aboutFile({ photo, width, height, size }) {
  const kind = photo.split('.').pop()?.toUpperCase() ?? '';
  const pixels = width > 0 ? `${formatNumber(width)} × ${formatNumber(height)}` : '';
  return [kind, pixels, formatSize(size)].filter(Boolean).join(' · ');
}

const formatSize = (bytes) => (bytes < 1_000_000 ? `${formatNumber(Math.ceil(bytes / 1000))} KB`
  : `${formatNumber(Math.round(bytes / 100_000) / 10)} MB`);

/**
 * What is under an address of this site; null if it cannot be had.
 * @param {string} address
 * @returns {Promise<Blob | null>}
 */
export async function readFile(address, signal = undefined) {
  const headers = member() ? { 'Fourcuts-Session': 'cookie' } : {};
  const answer = await fetch(address, { signal, headers });
  return answer.ok ? answer.blob() : null;
}
