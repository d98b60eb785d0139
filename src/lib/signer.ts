import { createHmac, timingSafeEqual } from 'node:crypto';
import { daysAfter } from './days.ts';

/** Formats a timestamp in base 36. */
export const formatTime = (time: number): string => time.toString(36);
export const parseTime = (time: string): number => Number.parseInt(time, 36);
export const isCurrent = (time: string, days: number, now: number): boolean =>
  now < daysAfter(parseTime(time), days);

export function createSigner(secret: string) {
  const computeDigest = (text: string): Buffer => createHmac('sha256', secret).update(text).digest();
  return {
    computeDigest,
    sign: (text: string): string => computeDigest(text).toString('base64url'),
    isSigned: (text: string, signature: string): boolean =>
      timingSafeEqual(computeDigest(text), Buffer.from(signature, 'base64url')),
  };
}
