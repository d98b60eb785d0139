import { createHmac, timingSafeEqual } from 'node:crypto';
import { daysAfter } from '../lib/days.ts';
import { FORM_TOKEN_DAYS, RECEIPT_LINK_DAYS } from './rules/limits.ts';

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

const FORM_TOKEN = /^(?<signed>(?<time>[0-9a-z]{1,11})\.(?<session>[\w-]{0,43}))\.(?<signature>[\w-]{43})$/u;

/** Form tokens tell the site's forms from those of other sites if a browser sends no origin. */
export function createFormTokens(secret: string) {
  const { sign, isSigned } = createSigner(secret);
  const hashSession = (sessionId: string | undefined): string =>
    sessionId === undefined ? '' : sign(`session ${sessionId}`);
  return {
    issue(sessionId: string | undefined, now = Date.now()): string {
      const signed = `${formatTime(now)}.${hashSession(sessionId)}`;
      return `${signed}.${sign(`form ${signed}`)}`;
    },

    /** Accepts any session's token from a request without a session, because the browser may block cookies. */
    isValid(token: unknown, sessionId: string | undefined, now = Date.now()): boolean {
      const match = FORM_TOKEN.exec(typeof token === 'string' ? token : '')?.groups;
      const { signed, time, session, signature } = match ?? {};
      if (signed === undefined || time === undefined || signature === undefined) return false;
      const isOwn = sessionId === undefined || session === hashSession(sessionId);
      return isOwn && isSigned(`form ${signed}`, signature) && isCurrent(time, FORM_TOKEN_DAYS, now);
    },
  };
}

const RECEIPT_TOKEN = /^(?<reference>[\w-]{1,40})\.(?<time>[0-9a-z]{1,11})\.(?<signature>[\w-]{43})$/u;

type LinkedReceipt = { reference: string } | { problem: 'receiptLinkCut' | 'receiptLinkExpired' };

/** Receipt links open a receipt without a cookie. */
export function createReceiptLinks(secret: string) {
  const { sign, isSigned } = createSigner(secret);
  const signedText = (reference: string, time: string): string => `receipt ${reference} ${time}`;
  return {
    createQuery(reference: string, now = Date.now()): string {
      const time = formatTime(now);
      return `?receipt=${reference}.${time}.${sign(signedText(reference, time))}`;
    },

    /** Returns the reference, or the problem if the signature is invalid or the link has expired. */
    read(text: string, now = Date.now()): LinkedReceipt {
      const { reference = '', time = '', signature = '' } = RECEIPT_TOKEN.exec(text)?.groups ?? {};
      if (signature === '' || !isSigned(signedText(reference, time), signature))
        return { problem: 'receiptLinkCut' };
      return isCurrent(time, RECEIPT_LINK_DAYS, now) ? { reference } : { problem: 'receiptLinkExpired' };
    },
  };
}
