import { createSigner, formatTime, isCurrent } from '../../lib/signer.ts';
import { RECEIPT_LINK_DAYS } from '../rules/limits.ts';

const RECEIPT_LINK = /^(?<reference>[\w-]{1,40})\.(?<time>[0-9a-z]{1,11})\.(?<signature>[\w-]{43})$/u;

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
