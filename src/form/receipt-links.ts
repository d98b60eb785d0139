import { createHmac, timingSafeEqual } from 'node:crypto';
import { daysAfter } from '../lib/days.ts';
import { RECEIPT_LINK_DAYS } from './rules/limits.ts';

const LINK = /^(?<reference>[\w-]{1,40})\.(?<time>[0-9a-z]{1,11})\.(?<signature>[\w-]{43})$/u;

/** Queries by which anyone who has them reads a receipt: its reference, the time and a signature that only this site can make. */
export function createReceiptLinks(secret: string) {
  const sign = (reference: string, time: string): Buffer =>
    createHmac('sha256', secret).update(`receipt ${reference} ${time}`).digest();
  return {
    queryOf(reference: string, now = Date.now()): string {
      const time = now.toString(36);
      return `?receipt=${reference}.${time}.${sign(reference, time).toString('base64url')}`;
    },

    /** The reference; undefined if the text is not signed, or has expired. */
    read(text: string, now = Date.now()): string | undefined {
      const { reference = '', time = '', signature = '' } = LINK.exec(text)?.groups ?? {};
      if (signature === '') return undefined;
      if (!timingSafeEqual(sign(reference, time), Buffer.from(signature, 'base64url'))) return undefined;
      return now < daysAfter(Number.parseInt(time, 36), RECEIPT_LINK_DAYS) ? reference : undefined;
    },
  };
}

export type ReceiptLinks = ReturnType<typeof createReceiptLinks>;
