import { createCipheriv, createHash } from 'node:crypto';
import type { PdfDictionary } from './pdf-syntax.ts';
import { rc4 } from './rc4.ts';

/** The padding of passwords, which for the empty one is all there is: ISO 32000-1, 7.6.3.3, algorithm 2. */
const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const MAX_KEY_BYTES = 16;

const md5 = (...parts: Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest();

const bytesOf = (dictionary: PdfDictionary, key: string): Buffer => {
  const value = dictionary.get(key);
  return Buffer.isBuffer(value) ? value : Buffer.alloc(0);
};

const numberOf = (dictionary: PdfDictionary, key: string, fallback: number): number => {
  const value = dictionary.get(key);
  return typeof value === 'number' ? value : fallback;
};

function keyBytes(dictionary: PdfDictionary, revision: number): number {
  if (revision === 2) return 5;
  if (numberOf(dictionary, '/V', 0) === 4) return MAX_KEY_BYTES;
  return Math.min(MAX_KEY_BYTES, Math.max(5, Math.floor(numberOf(dictionary, '/Length', 40) / 8)));
}

/** The file's key if its user password is empty: ISO 32000-1, algorithm 2. */
function emptyPasswordKey(dictionary: PdfDictionary, revision: number, id: Buffer): Buffer {
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(numberOf(dictionary, '/P', 0) | 0);
  const hidesMetadata = revision < 4 || dictionary.get('/EncryptMetadata') !== 'false';
  const more = hidesMetadata ? Buffer.alloc(0) : Buffer.alloc(4, 0xff);
  const length = keyBytes(dictionary, revision);
  let key: Buffer = md5(PADDING, bytesOf(dictionary, '/O').subarray(0, 32), permissions, id, more);
  for (let round = 0; revision >= 3 && round < 50; round += 1) key = md5(key.subarray(0, length));
  return key.subarray(0, length);
}

/** Algorithms 4 to 6: what `/U` must be. */
function expectedUser(key: Buffer, revision: number, id: Buffer): Buffer {
  if (revision === 2) return rc4(key, PADDING);
  let user: Buffer = md5(PADDING, id);
  for (let round = 0; round < 20; round += 1) user = rc4(Buffer.from(key.map((byte) => byte ^ round)), user);
  return user;
}

const remainderOf3 = (bytes: Buffer) => bytes.reduce((sum, byte) => sum + byte, 0) % 3;

/** ISO 32000-2, 7.6.4.3.4, algorithm 2.B, for the empty user password. */
function hardenedHash(salt: Buffer): Buffer {
  let key: Buffer = createHash('sha256').update(salt).digest();
  for (let round = 0, last = 0; round < 64 || last > round - 32; round += 1) {
    const repeated = Buffer.concat(Array.from({ length: 64 }, () => key));
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(
      false,
    );
    const mixed = cipher.update(repeated);
    const name = ['sha256', 'sha384', 'sha512'][remainderOf3(mixed.subarray(0, 16))] ?? 'sha256';
    key = createHash(name).update(mixed).digest();
    last = mixed.at(-1) ?? 0;
  }
  return key.subarray(0, 32);
}

function opensWithAes256(dictionary: PdfDictionary, revision: number): boolean {
  const user = bytesOf(dictionary, '/U');
  if (user.length < 48) return false;
  const salt = user.subarray(32, 40);
  const hash = revision === 5 ? createHash('sha256').update(salt).digest() : hardenedHash(salt);
  return hash.equals(user.subarray(0, 32));
}

/**
 * True where a PDF's standard encryption opens without a password, that is where it has only an owner's password, as
 * for "may not be printed". `id` is the first string of the trailer's `/ID`. Unknown revisions count as locked.
 */
export function opensWithoutPassword(dictionary: PdfDictionary, id: Buffer): boolean {
  const revision = numberOf(dictionary, '/R', 0);
  if (dictionary.get('/Filter') !== '/Standard' || revision < 2 || revision > 6) return false;
  if (revision >= 5) return opensWithAes256(dictionary, revision);
  const expected = expectedUser(emptyPasswordKey(dictionary, revision, id), revision, id);
  return bytesOf(dictionary, '/U').subarray(0, expected.length).equals(expected);
}
