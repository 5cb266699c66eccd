// What the server accepts as a photo, so that nothing is uploaded in vain.

import { maxPhotoBytes } from '../../core/api.js';

/** How many photos a post may have. */
export const maxPhotos = 5;
/** The formats that the device offers for choosing. */
export const acceptedTypes = 'image/jpeg,image/png,image/gif,image/webp,image/heic,image/heif,.heic,.heif';

/**
 * The code with which the server would refuse a file; null where it would accept it, as far as its first bytes show.
 * @param {File} file
 */
export async function refusalCode(file) {
  if (file.size === 0) return 'photo-empty';
  if (file.size > maxPhotoBytes) return 'file-too-large';
  // The name may say anything: the first bytes count.
  const head = String.fromCharCode(...new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  return isPhoto(head) ? null : 'photo-type';
}

const isPhoto = (head) => head.startsWith('\xff\xd8\xff') || head.startsWith('\x89PNG\r\n\x1a\n')
  || /^GIF8[79]a/.test(head) || /^RIFF.{4}WEBP/s.test(head) || /^.{4}ftyp(hei[cxms]|mif1)/s.test(head);
