import { expect, it } from 'vitest';
import { DAY_MS } from '../../lib/days.ts';
import { RECEIPT_LINK_DAYS } from '../rules/limits.ts';
import { createReceiptLinks } from './receipt-link.ts';

const NOW = Date.UTC(2026, 10, 21);

it('rejects an expired or altered receipt link', () => {
  const links = createReceiptLinks('a secret');
  const text = links.createQuery('A-1', NOW).replace('?receipt=', '');
  const lastMs = NOW + RECEIPT_LINK_DAYS * DAY_MS - 1;
  expect(links.read(text, lastMs)).toEqual({ reference: 'A-1' });
  expect(links.read(text, lastMs + 1)).toEqual({ problem: 'receiptLinkExpired' });
  const CUT = { problem: 'receiptLinkCut' };
  const later = text.replace(NOW.toString(36), (NOW + 1).toString(36));
  for (const forged of [text.replace('A-1', 'A-2'), later, text.slice(0, -1), `${text}A`, ''])
    expect(links.read(forged, NOW)).toEqual(CUT);
  expect(createReceiptLinks('another secret').read(text, NOW)).toEqual(CUT);
});
