import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
export const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = NONCE_BYTES + TAG_BYTES;

/** Encrypts and authenticates a text (AES-256-GCM). Returns nonce, tag and ciphertext in base64url. */
export function seal(key: KeyObject, nonce: Buffer, text: string): string {
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Decrypts a text sealed with this key; undefined for anything else. */
export function unseal(key: KeyObject, bytes: Buffer): string | undefined {
  if (bytes.length <= HEAD_BYTES) return undefined;
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, HEAD_BYTES));
  try {
    return decipher.update(bytes.subarray(HEAD_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}
