import type { SentApplication } from '../../store/applications/applications.ts';
import { fileRow, values } from '../../store/testing/fixtures.ts';

/** Noon in Shanghai. */
const SENT_AT = Date.parse('2026-11-21T12:00:00+08:00');

export const file = (name: string, changes: Parameters<typeof fileRow>[0], position: number) => ({
  ...fileRow({ name, ...changes }),
  id: `file-${position}`,
  position,
  createdAt: SENT_AT,
});

type Sent = Partial<Omit<SentApplication, 'fields'>> & { fields?: Partial<SentApplication['fields']> };

/** Creates a submitted application, by default with two files. */
export const sentApplication = ({ fields, ...rest }: Sent = {}): SentApplication => ({
  reference: 'A-2026-7K4MXQ',
  language: 'en',
  submittedAt: SENT_AT,
  privacyNotice: '2026-11-01',
  files: [
    file('商业计划书.pdf', { bytes: 1_468_006, scan: 'clean' }, 0),
    file('accounts.xlsx', { bytes: 20_480, scan: 'infected' }, 1),
  ],
  ...rest,
  fields: { ...values, companyDescription: 'two\nlines', ...fields },
});

export const LANXI = { name: 'Lanxi Capital Group Co., Ltd.', email: 'hello@lanxi.example' };
