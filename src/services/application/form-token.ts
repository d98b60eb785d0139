import { createHmac, timingSafeEqual } from 'node:crypto';
import { FORM_TOKEN_DAYS } from '../../application/limits.ts';
import { daysAfter } from '../../store/days.ts';

const TOKEN = /^([0-9a-z]{1,11})\.([\w-]{43})$/u;

/**
 * Tokens that only this site can make and that need no cookie: they tell its own form from another site's where the
 * browser does not say. Times in milliseconds since 1970.
 */
export function createFormTokens(secret: string) {
  const sign = (time: string): Buffer => createHmac('sha256', secret).update(`form ${time}`).digest();
  return {
    issue(now = Date.now()): string {
      const time = now.toString(36);
      return `${time}.${sign(time).toString('base64url')}`;
    },

    isValid(token: unknown, now = Date.now()): boolean {
      const [, time, signature] = TOKEN.exec(typeof token === 'string' ? token : '') ?? [];
      if (time === undefined || signature === undefined) return false;
      const isSigned = timingSafeEqual(sign(time), Buffer.from(signature, 'base64url'));
      return isSigned && now < daysAfter(Number.parseInt(time, 36), FORM_TOKEN_DAYS);
    },
  };
}
