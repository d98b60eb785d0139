import { createHmac, timingSafeEqual } from 'node:crypto';
import { daysAfter } from '../../lib/days.ts';
import { FORM_TOKEN_DAYS } from '../rules/limits.ts';

const FORM_TOKEN = /^(?<time>[0-9a-z]{1,11})\.(?<signature>[\w-]{43})$/u;

/** Formats a timestamp in base 36. */
export const writeTime = (time: number): string => time.toString(36);
export const isCurrent = (time: string, days: number, now: number): boolean =>
  now < daysAfter(Number.parseInt(time, 36), days);

export function createSigner(secret: string) {
  const digestOf = (text: string): Buffer => createHmac('sha256', secret).update(text).digest();
  return {
    sign: (text: string): string => digestOf(text).toString('base64url'),
    isSigned: (text: string, signature: string): boolean =>
      timingSafeEqual(digestOf(text), Buffer.from(signature, 'base64url')),
  };
}

/** Creates and checks tokens of rendered forms, which distinguish them from other sites' forms if the browser sends no origin. */
export function createFormTokens(secret: string) {
  const { sign, isSigned } = createSigner(secret);
  const textOf = (time: string, sessionId: string | undefined): string =>
    sessionId === undefined ? `form ${time}` : `form ${time} of ${sessionId}`;
  return {
    issue(sessionId: string | undefined, now = Date.now()): string {
      const time = writeTime(now);
      return `${time}.${sign(textOf(time, sessionId))}`;
    },

    isValid(token: unknown, sessionId: string | undefined, now = Date.now()): boolean {
      const { time, signature } = FORM_TOKEN.exec(typeof token === 'string' ? token : '')?.groups ?? {};
      if (time === undefined || signature === undefined) return false;
      return isSigned(textOf(time, sessionId), signature) && isCurrent(time, FORM_TOKEN_DAYS, now);
    },
  };
}
