import { createHmac, timingSafeEqual } from 'node:crypto';
import { daysAfter } from '../../lib/days.ts';
import { FORM_TOKEN_DAYS, RECEIPT_LINK_DAYS } from '../rules/limits.ts';

const FORM_TOKEN = /^(?<time>[0-9a-z]{1,11})\.(?<signature>[\w-]{43})$/u;
const RECEIPT_LINK = /^(?<reference>[\w-]{1,40})\.(?<time>[0-9a-z]{1,11})\.(?<signature>[\w-]{43})$/u;

/** Formats a timestamp in base 36. */
export const formatTime = (time: number): string => time.toString(36);
export const parseTime = (time: string): number => Number.parseInt(time, 36);
const isCurrent = (time: string, days: number, now: number): boolean =>
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

/**
 * Issues and checks the tokens of rendered forms. They tell the site's forms from other sites' forms if a browser sends no origin.
 */
export function createFormTokens(secret: string) {
  const { sign, isSigned } = createSigner(secret);
  const textOf = (time: string, sessionId: string | undefined): string =>
    sessionId === undefined ? `form ${time}` : `form ${time} of ${sessionId}`;
  return {
    issue(sessionId: string | undefined, now = Date.now()): string {
      const time = formatTime(now);
      return `${time}.${sign(textOf(time, sessionId))}`;
    },

    isValid(token: unknown, sessionId: string | undefined, now = Date.now()): boolean {
      const { time, signature } = FORM_TOKEN.exec(typeof token === 'string' ? token : '')?.groups ?? {};
      if (time === undefined || signature === undefined) return false;
      return isSigned(textOf(time, sessionId), signature) && isCurrent(time, FORM_TOKEN_DAYS, now);
    },
  };
}

type LinkedReceipt = { reference: string } | { problem: 'receiptLinkCut' | 'receiptLinkExpired' };

/** Creates signed queries for receipt links, which open a receipt without a cookie. */
export function createReceiptLinks(secret: string) {
  const { sign, isSigned } = createSigner(secret);
  const textOf = (reference: string, time: string): string => `receipt ${reference} ${time}`;
  return {
    createQuery(reference: string, now = Date.now()): string {
      const time = formatTime(now);
      return `?receipt=${reference}.${time}.${sign(textOf(reference, time))}`;
    },

    /** Returns the reference, or the problem if the signature is invalid or the link has expired. */
    read(text: string, now = Date.now()): LinkedReceipt {
      const { reference = '', time = '', signature = '' } = RECEIPT_LINK.exec(text)?.groups ?? {};
      if (signature === '' || !isSigned(textOf(reference, time), signature))
        return { problem: 'receiptLinkCut' };
      return isCurrent(time, RECEIPT_LINK_DAYS, now) ? { reference } : { problem: 'receiptLinkExpired' };
    },
  };
}
