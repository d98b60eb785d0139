import { createHmac, timingSafeEqual } from 'node:crypto';
import { daysAfter } from '../lib/days.ts';
import { FORM_TOKEN_DAYS } from './rules/limits.ts';

const TOKEN = /^([0-9a-z]{1,11})\.([\w-]{43})$/u;

/** The owner of a token: a session by its identifier, or any visitor without one. */
type Holder = string | undefined;

/**
 * Tokens that only this site can make: they tell its own form from another site's where the browser does not say. Times in
 * milliseconds since 1970.
 */
export function createFormTokens(secret: string) {
  const sign = (time: string, session: Holder): Buffer =>
    createHmac('sha256', secret)
      .update(session === undefined ? `form ${time}` : `form ${time} of ${session}`)
      .digest();
  return {
    issue(session: Holder, now = Date.now()): string {
      const time = now.toString(36);
      return `${time}.${sign(time, session).toString('base64url')}`;
    },

    isValid(token: unknown, session: Holder, now = Date.now()): boolean {
      const [, time, signature] = TOKEN.exec(typeof token === 'string' ? token : '') ?? [];
      if (time === undefined || signature === undefined) return false;
      const isSigned = timingSafeEqual(sign(time, session), Buffer.from(signature, 'base64url'));
      return isSigned && now < daysAfter(Number.parseInt(time, 36), FORM_TOKEN_DAYS);
    },
  };
}
