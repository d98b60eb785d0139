import { deflateSync } from 'node:zlib';
import { buildCfb, type CfbNode } from './build-cfb.ts';
import { buildZip, type ZipEntry } from './build-zip.ts';

const OPEN_XML = 'application/vnd.openxmlformats-officedocument.';
const BIG_STREAM = 4096;

export const parts = {
  docx: { name: 'word/document.xml', type: `${OPEN_XML}wordprocessingml.document.main+xml` },
  xlsx: { name: 'xl/workbook.xml', type: `${OPEN_XML}spreadsheetml.sheet.main+xml` },
  pptx: { name: 'ppt/presentation.xml', type: `${OPEN_XML}presentationml.presentation.main+xml` },
} as const;

type Ooxml = keyof typeof parts;

export const contentTypes = (...overrides: { name: string; type: string }[]): ZipEntry => ({
  name: '[Content_Types].xml',
  data: `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="xml" ContentType="application/xml"/>${overrides
    .map(({ name, type }) => `<Override PartName="/${name}" ContentType="${type}"/>`)
    .join('')}</Types>`,
});

export const ooxmlEntries = (format: Ooxml): ZipEntry[] => [
  contentTypes(parts[format]),
  { name: '_rels/.rels', data: '<Relationships/>' },
  { name: parts[format].name, data: '<main/>' },
];

/** Builds a minimal OOXML document with additional parts. */
export const buildOoxml = (format: Ooxml, ...more: ZipEntry[]) =>
  buildZip([...ooxmlEntries(format), ...more]);

/** Builds the start of a Word stream, with or without the password flag. */
export function wordStream(isLocked = false): Buffer {
  const stream = Buffer.alloc(BIG_STREAM);
  stream.writeUInt16LE(0xa5ec);
  stream.writeUInt16LE(isLocked ? 0x0100 : 0, 10);
  return stream;
}

const officeRecord = (type: number, data: Buffer) => {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(type);
  head.writeUInt16LE(data.length, 2);
  return Buffer.concat([head, data]);
};

/** Builds an Excel stream of one sheet with this type. */
export function excelStream(isLocked = false, type = 0): Buffer {
  const locked = isLocked ? [officeRecord(0x002f, Buffer.alloc(54))] : [];
  const start = Buffer.concat([
    officeRecord(0x0809, Buffer.alloc(16, 0x2f)),
    officeRecord(0x0086, Buffer.alloc(0)),
    ...locked,
  ]);
  const END = officeRecord(0x000a, Buffer.alloc(0));
  const sheet = Buffer.from([0, 0, 0, 0, 0, type, 1, 0, 0x41]);
  sheet.writeUInt32LE(start.length + 4 + sheet.length + END.length);
  const used = Buffer.concat([
    start,
    officeRecord(0x0085, sheet),
    END,
    officeRecord(0x0809, Buffer.from([0, 6, 0x10, 0])),
    END,
  ]);
  return Buffer.concat([used, Buffer.alloc(BIG_STREAM - used.length)]);
}

/** Builds a PowerPoint record that contains a compound file, such as macros or an embedded document. */
export function pptStorage(content: Buffer, isPacked = false): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(content.length);
  const data = isPacked ? Buffer.concat([size, deflateSync(content)]) : content;
  const head = Buffer.from([isPacked ? 0x10 : 0, 0, 0x11, 0x10, 0, 0, 0, 0]);
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data]);
}

/** Builds PowerPoint's Current User stream, which has the encryption token. */
function currentUser(isLocked = false): Buffer {
  const stream = Buffer.alloc(40);
  stream.writeUInt32LE(isLocked ? 0xf3d1c4df : 0xe391c05f, 12);
  return stream;
}

const slides = (isLocked: boolean, storage: Uint8Array): CfbNode[] => [
  { name: 'Other', data: Buffer.alloc(1000) },
  { name: 'Current User', data: currentUser(isLocked) },
  { name: 'PowerPoint Document', data: Buffer.concat([Buffer.alloc(BIG_STREAM), storage]) },
];

export const buildDoc = (isLocked = false) =>
  buildCfb([{ name: 'WordDocument', data: wordStream(isLocked) }]);
export const buildXls = (...sheet: Parameters<typeof excelStream>) =>
  buildCfb([{ name: 'Workbook', data: excelStream(...sheet) }]);
export const buildPpt = (isLocked = false, storage: Uint8Array = Buffer.alloc(0)) =>
  buildCfb(slides(isLocked, storage));

/** Builds an OOXML document with a password, as Office writes it. */
export const buildEncryptedPackage = () =>
  buildCfb([
    { name: 'EncryptionInfo', data: Buffer.alloc(200) },
    { name: 'EncryptedPackage', data: Buffer.alloc(BIG_STREAM) },
  ]);
