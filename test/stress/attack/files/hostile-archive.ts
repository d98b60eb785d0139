import {
  buildOoxml,
  contentTypes,
  ooxmlEntries,
  parts,
} from '../../../../src/applications/uploads/checks/testing/build-office.ts';
import { buildZip } from '../../../../src/applications/uploads/checks/testing/build-zip.ts';

const MEGABYTE = 1024 * 1024;

/** Builds an Office document with this list of content types. */
const typed = (data: string | Buffer) =>
  buildZip([{ ...contentTypes(parts.docx), data }, ...ooxmlEntries('docx').slice(1)]);

const text = (pattern: string, bytes = 4 * MEGABYTE - 100) =>
  pattern.repeat(Math.ceil(bytes / pattern.length)).slice(0, bytes);

/** Archives that are built to hang or exhaust their parser. */
export const hostileArchive: Record<string, () => Buffer> = {
  'a part of 900 MB': () =>
    buildOoxml('docx', { name: 'a.xml', data: Buffer.alloc(MEGABYTE), size: 900 * MEGABYTE }),
  'parts that share their bytes': () =>
    buildOoxml(
      'docx',
      ...Array.from({ length: 9_000 }, (_, index) => ({ name: `${index}.xml`, data: 'x', at: 40 })),
    ),
  'elements that never end': () => typed(text('<Override ')),
  'attributes that never end': () => typed(`<Override ${text('ContentType="')}`),
  'comments that never end': () => typed(text('<!--')),
  'prefixes that never end': () => typed(text('<a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a:')),
  'spaces that never end': () => typed(`<Override ContentType${text(' ')}`),
  'a list that unpacks without end': () => typed(Buffer.alloc(60 * MEGABYTE)),
};
