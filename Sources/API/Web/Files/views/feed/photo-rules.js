// What the server takes as a photo, so that nothing is sent in vain.

/** How many photos a post has at most. */
export const mostPhotos = 5;
/** The largest file, in bytes. */
export const largestFile = 20_000_000;
/** What a device offers to choose from. */
export const accepted = 'image/jpeg,image/png,image/gif,image/webp,image/heic,image/heif,.heic,.heif';

/**
 * The code with which the server would refuse a file; null where it would take it, as far as its beginning tells.
 * @param {File} file
 */
export async function refusal(file) {
  if (file.size === 0) return 'photo-empty';
  if (file.size > largestFile) return 'file-too-large';
  // The name may say anything: the first bytes count.
  const head = String.fromCharCode(...new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  return isPhoto(head) ? null : 'photo-type';
}

const isPhoto = (head) => head.startsWith('\xff\xd8\xff') || head.startsWith('\x89PNG\r\n\x1a\n')
  || /^GIF8[79]a/.test(head) || /^RIFF.{4}WEBP/s.test(head) || /^.{4}ftyp(hei[cxms]|mif1)/s.test(head);
