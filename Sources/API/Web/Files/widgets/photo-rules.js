// The server's rules for photos, checked before the upload.

import { maxPhotoBytes } from '../core/api.js';

/** The formats that the file chooser offers. */
export const acceptedTypes = 'image/jpeg,image/png,image/gif,image/webp,image/heic,image/heif,.heic,.heif';

/**
 * The error code with which the server would reject a file; null if it would accept it, judging by its first bytes.
 * @param {File} file
 */
export async function refusalCode(file) {
  if (file.size === 0) return 'photo-empty';
  if (file.size > maxPhotoBytes) return 'file-too-large';
  // The first bytes decide: the name may be wrong.
  const head = String.fromCharCode(...new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  return isPhoto(head) ? null : 'photo-type';
}

const isPhoto = (head) => head.startsWith('\xff\xd8\xff') || head.startsWith('\x89PNG\r\n\x1a\n')
  || /^GIF8[79]a/.test(head) || /^RIFF.{4}WEBP/s.test(head) || /^.{4}ftyp(hei[cxms]|mif1)/s.test(head);
