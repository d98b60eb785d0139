import type { Values } from '../../form/rules/fields.ts';
import { newFileName } from '../../lib/identifiers.ts';
import type { NewFile } from '../drafts/draft-files.ts';

export const values: Values = {
  companyName: '远山“科技” O’Neil; drop table drafts --',
  companyShortName: '远山',
  registrationPlace: 'Nanjing',
  establishmentDate: '2020-01-02',
  contactPerson: '𠮷野 家',
  contactPhone: '+86 (25) 1234 5678',
  contactEmail: 'a@b.cn',
  industry: '=1+1',
  developmentStage: 'seed',
  companyDescription: ' two\r\nlines ',
};

export const fileRow = (changes: Partial<NewFile> = {}): NewFile => ({
  name: '计划书.pdf',
  type: 'application/pdf',
  bytes: 3,
  sha256: 'ab'.repeat(32),
  storedName: newFileName(),
  scan: 'unscanned',
  ...changes,
});
