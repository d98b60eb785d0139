import { createHash } from 'node:crypto';
import { DAY_MS } from '../../../lib/days.ts';
import { newFileName } from '../../../lib/identifiers.ts';
import type { Values } from '../../rules/fields.ts';
import { DRAFT_DAYS } from '../../rules/limits.ts';
import { sampleApplications } from '../../rules/testing/sample-application.ts';
import type { NewFile } from '../drafts/draft-files.ts';
import type { Quota } from '../rate-counters.ts';

/** Field values that are hard to store and export. */
export const values: Values = {
  ...sampleApplications.zh,
  companyName: '远山“科技” O’Neil; drop table drafts --',
  contactPerson: '𠮷野 家',
  contactPhone: '+86 (25) 1234 5678',
  contactEmail: 'a@b.cn',
  industry: '=1+1',
  companyDescription: ' two\r\nlines ',
};

/** Age of an unused draft that has expired. */
export const EXPIRED_DRAFT_MS = (DRAFT_DAYS + 1) * DAY_MS;

export const sha256Of = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

/** Creates a file with unique content. */
export function fileRow(changes: Partial<NewFile> = {}): NewFile {
  const storedName = newFileName();
  return {
    name: '计划书.pdf',
    type: 'application/pdf',
    bytes: 3,
    sha256: sha256Of(storedName),
    storedName,
    scan: 'unscanned',
    ...changes,
  };
}

/** Creates a quota of one a day. */
export const quotaOf = (changes: Partial<Quota> = {}): Quota => ({
  key: 'quota',
  max: 1,
  windowMs: DAY_MS,
  amount: 1,
  isShared: true,
  ...changes,
});
