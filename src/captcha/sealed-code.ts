import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Sealed codes have some 70 characters; far longer texts are rejected unread. */
const SEALED = /^[\w-]{40,120}$/u;
const PLAIN = /^([0-9a-z]{1,11}) ([0-9]+)$/u;

/** A code that no row knows: `id` is its own alone, `expiresAt` in milliseconds since 1970. */
type SealedCode = { id: string; captcha: string; expiresAt: number };

/**
 * Codes that travel with the form of a visitor who has no draft yet. Encrypted and authenticated (AES-256-GCM): nobody but the
 * site reads or makes one. Each has a nonce of its own, and so an identifier of its own.
 */
export function createCodeSeal(secret: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'captcha code key', KEY_BYTES));

  return {
    seal({ captcha, expiresAt }: Omit<SealedCode, 'id'>): string {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
      const text = cipher.update(`${expiresAt.toString(36)} ${captcha}`, 'utf8');
      return Buffer.concat([nonce, text, cipher.final(), cipher.getAuthTag()]).toString('base64url');
    },

    /** Nothing where the text is no code that this site has sealed, or has expired. */
    open(sealed: unknown, now = Date.now()): SealedCode | undefined {
      if (typeof sealed !== 'string' || !SEALED.test(sealed)) return undefined;
      const bytes = Buffer.from(sealed, 'base64url');
      const [, time = '', captcha = ''] = PLAIN.exec(decrypt(key, bytes) ?? '') ?? [];
      const expiresAt = Number.parseInt(time, 36);
      if (!(now < expiresAt)) return undefined;
      return { id: bytes.subarray(0, NONCE_BYTES).toString('base64url'), captcha, expiresAt };
    },
  };
}

function decrypt(key: Buffer, bytes: Buffer): string | undefined {
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return (
      decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    );
  } catch {
    return undefined;
  }
}
