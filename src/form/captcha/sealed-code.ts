import { createSecretKey, hkdfSync, randomBytes } from 'node:crypto';
import { NONCE_BYTES, seal, unseal } from '../../lib/seal.ts';
import type { Code } from '../../store/drafts/draft-captcha.ts';

const KEY_BYTES = 32;

/** Sealed codes have some 70 characters; far longer texts are rejected unread. */
const SEALED = /^[\w-]{40,120}$/u;
const PLAIN = /^([0-9a-z]{1,11}) ([0-9]+)$/u;

/**
 * Codes that travel with forms. Encrypted and authenticated (AES-256-GCM): only the site reads or makes one. Each has a nonce of its
 * own, and so an identifier of its own.
 */
export function createCodeSeal(secret: string) {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'captcha code key', KEY_BYTES)));

  return {
    seal: ({ captcha, expiresAt }: Omit<Code, 'id'>): string =>
      seal(key, randomBytes(NONCE_BYTES), `${expiresAt.toString(36)} ${captcha}`),

    /** Undefined if the text is no code that this site has sealed, or has expired. */
    open(sealed: unknown, now = Date.now()): Code | undefined {
      if (typeof sealed !== 'string' || !SEALED.test(sealed)) return undefined;
      const bytes = Buffer.from(sealed, 'base64url');
      const [, time = '', captcha = ''] = PLAIN.exec(unseal(key, bytes) ?? '') ?? [];
      const expiresAt = Number.parseInt(time, 36);
      if (!(now < expiresAt)) return undefined;
      return { id: bytes.subarray(0, NONCE_BYTES).toString('base64url'), captcha, expiresAt };
    },
  };
}
