/** 128 random bits in hexadecimal digits. `randomUUID` is missing on insecure pages. */
export const randomKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
