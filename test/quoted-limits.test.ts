import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import {
  CLIENT_LIMITS,
  DRAFT_DAYS,
  LOW_FREE_DISK_BYTES,
  MAX_DRAFT_AGE_DAYS,
  MAX_DRAFT_MEGABYTES,
  MAX_RECEIPTS_PER_DAY,
  MAX_RECEIPTS_PER_RECIPIENT_PER_DAY,
  MAX_SCAN_WAIT_HOURS,
  MAX_UNSENT_BUCKET_BYTES,
  MEGABYTE,
  MIN_FREE_AFTER_BACKUP_BYTES,
  MIN_FREE_DISK_BYTES,
  MIN_FREE_INODES,
  MIN_UNUSED_HOURS,
  RECEIPT_LINK_DAYS,
} from '../src/applications/rules/limits.ts';

it.each<[string, RegExp, number[]]>([
  ['OPERATING.md', /(\d+)\s+days without use, or (\d+) days after/u, [DRAFT_DAYS, MAX_DRAFT_AGE_DAYS]],
  ['OPERATING.md', /requests of up to (\d+) MB/u, [MAX_DRAFT_MEGABYTES + 1]],
  [
    'OPERATING.md',
    /less than (\d+) MB or fewer than (\d+) inodes free/u,
    [MIN_FREE_DISK_BYTES / MEGABYTE, MIN_FREE_INODES],
  ],
  ['OPERATING.md', /scan of its files at most (\d+) hours/u, [MAX_SCAN_WAIT_HOURS]],
  ['OPERATING.md', /(\d+) MB must stay free/u, [MIN_FREE_AFTER_BACKUP_BYTES / MEGABYTE]],
  [
    'OPERATING.md',
    /less than (\d+) MB free \(S3: draft files exceed (\d+) GB\); files of drafts unused for at least (\d+) hours/u,
    [LOW_FREE_DISK_BYTES / MEGABYTE, MAX_UNSENT_BUCKET_BYTES / MEGABYTE / 1024, MIN_UNUSED_HOURS],
  ],
  ['.env.example', /may send (\d+) times as many/u, [CLIENT_LIMITS.posts.address]],
  [
    'OPERATING.md',
    /at most (\d+) receipts a day, the site sends at most (\d+) a/u,
    [MAX_RECEIPTS_PER_RECIPIENT_PER_DAY, MAX_RECEIPTS_PER_DAY],
  ],
  ['SECURITY.md', /signed link \((\d+) days\)/u, [RECEIPT_LINK_DAYS]],
  [
    'SECURITY.md',
    /per day (\d+) per mailbox,[^|]* (\d+) in all/u,
    [MAX_RECEIPTS_PER_RECIPIENT_PER_DAY, MAX_RECEIPTS_PER_DAY],
  ],
])('%s quotes the limits of %s', (document, sentence, limits) => {
  const text = readFileSync(path.join(import.meta.dirname, '..', document), 'utf8');
  expect(sentence.exec(text)?.slice(1).map(Number)).toEqual(limits);
});
