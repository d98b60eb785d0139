import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import {
  buildOoxml,
  contentTypes,
  ooxmlEntries,
  parts,
} from '../../../src/applications/uploads/checks/testing/build-office.ts';
import { buildEncryptedPdf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import {
  buildGif,
  buildJpeg,
  buildPng,
  resizedGif,
  resizedJpeg,
} from '../../../src/applications/uploads/checks/testing/build-pictures.ts';
import { buildZip } from '../../../src/applications/uploads/checks/testing/build-zip.ts';
import { mutated } from '../../../src/applications/uploads/checks/testing/mutate.ts';
import { sampleAt } from '../../../src/applications/uploads/checks/testing/samples.ts';
import type { SentFile } from '../../support/multipart.ts';
import type { Random } from '../../support/random.ts';

const MEGABYTE = 1024 * 1024;
const SECTOR = 512;

/** Builds 1,536 bytes with an endless directory chain, in which each step walks a sector list that contains itself. */
export function selfNamingList(): Buffer {
  const header = Buffer.alloc(SECTOR);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  for (const [at, value] of [
    [26, 3],
    [28, 0xfffe],
    [30, 9],
    [32, 6],
  ] as const)
    header.writeUInt16LE(value, at);
  header.fill(0xff, 76);
  const farOut = 0xfffffff0;
  for (const [at, value] of [
    [48, farOut],
    [56, 4096],
    [60, 0xfffffffe],
    [68, 0],
    [72, 0x7fffffff],
  ] as const)
    header.writeUInt32LE(value, at);
  const numbers = (value: number) => new Uint8Array(new Uint32Array(SECTOR / 4).fill(value).buffer);
  const list = Buffer.from(numbers(1));
  list.writeUInt32LE(0, SECTOR - 4);
  return Buffer.concat([header, list, numbers(farOut)]);
}

/** A PDF whose key takes pdfjs hours to derive. */
export const endlessPdf = (): Buffer =>
  buildEncryptedPdf('/Filter /Standard /V 2 /R 3 /Length 2000000000 /P -4 /O (a) /U (b)', 'aa');

const CATALOGUE = '1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n';
const pdf = (body: string) =>
  Buffer.from(`%PDF-1.7\n${body}trailer\n<< /Root 1 0 R >>\nstartxref\n9\n%%EOF\n`, 'latin1');

function packedTable(): Buffer {
  const packed = deflateSync(deflateSync(Buffer.alloc(700 * MEGABYTE))).toString('latin1');
  const head = `/Type /XRef /W [1 4 2] /Size 90000000 /Root 1 0 R /Filter [/FlateDecode /FlateDecode]`;
  const text = `%PDF-1.7\n${CATALOGUE}`;
  const table = `5 0 obj\n<< ${head} /Length ${packed.length} >>\nstream\n${packed}\nendstream\nendobj\n`;
  return Buffer.from(`${text}${table}startxref\n${text.length}\n%%EOF\n`, 'latin1');
}

function ownPages(): Buffer {
  const kids = Array.from({ length: 50_000 }, () => '2 0 R').join(' ');
  return pdf(`${CATALOGUE}2 0 obj\n<< /Type /Pages /Kids [${kids}] /Count 2000000000 >>\nendobj\n`);
}

/** Builds an Office document with this list of content types. */
const typed = (data: string | Buffer) =>
  buildZip([{ ...contentTypes(parts.docx), data }, ...ooxmlEntries('docx').slice(1)]);

const [jpeg, png, gif] = await Promise.all([buildJpeg(), buildPng(), buildGif()]);

/** Repeats the last scan of a progressive JPEG, which covers the whole image each time. */
async function manyScans(): Promise<Buffer> {
  const progressive = await sharp(jpeg).jpeg({ progressive: true }).toBuffer();
  const large = resizedJpeg(progressive, 7_000, 7_000, 0xc2);
  const scan = large.subarray(large.lastIndexOf(Buffer.from([0xff, 0xda])), -2);
  return Buffer.concat([large.subarray(0, -2), ...Array.from({ length: 20_000 }, () => scan)]);
}

/** Adds a compressed text to a PNG, which unpacks to 600 MB. */
function packedText(): Buffer {
  const data = Buffer.concat([Buffer.from('zTXta\0\0'), deflateSync(Buffer.alloc(600 * MEGABYTE))]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length - 4);
  sum.writeUInt32BE(crc32(data));
  return Buffer.concat([png.subarray(0, 33), length, data, sum, png.subarray(33)]);
}

function manyFrames(): Buffer {
  const frame = Buffer.from('2c000000000100010000024c0100', 'hex');
  return Buffer.concat([
    resizedGif(gif, 7_000, 7_000).subarray(0, -1),
    Buffer.alloc(frame.length * 700_000, frame),
  ]);
}

/** Builds files that hang or exhaust an unlimited parser. */
export const handmade = async (): Promise<SentFile[]> => [
  { name: 'self-naming list.doc', content: selfNamingList() },
  { name: 'endless key.pdf', content: endlessPdf() },
  { name: 'table of 700 MB.pdf', content: packedTable() },
  { name: 'own pages.pdf', content: ownPages() },
  { name: 'nested lists.pdf', content: pdf(`${CATALOGUE}2 0 obj\n${'['.repeat(4 * MEGABYTE)}\nendobj\n`) },
  { name: 'many trailers.pdf', content: pdf('trailer\n<< /Root 1 0 R >>\n'.repeat(350_000)) },
  {
    name: 'part of 900 MB.docx',
    content: buildOoxml('docx', { name: 'a.xml', data: Buffer.alloc(MEGABYTE), size: 900 * MEGABYTE }),
  },
  { name: 'endless comments.docx', content: typed('<!--'.repeat(MEGABYTE - 100)) },
  { name: 'endless types.docx', content: typed(Buffer.alloc(60 * MEGABYTE)) },
  { name: '4 billion pixels.jpg', content: resizedJpeg(jpeg, 65_000, 65_000) },
  { name: '20,000 scans.jpg', content: await manyScans() },
  { name: 'text of 600 MB.png', content: packedText() },
  { name: '700,000 frames.gif', content: manyFrames() },
];

/** Returns randomly damaged valid files. */
export const spoilt = (random: Random, count: number): SentFile[] =>
  Array.from({ length: count }, (_, index) => {
    const { kind, content, extensions } = sampleAt(index);
    return { name: `${kind} ${index}.${extensions[0]}`, content: mutated(content, random) };
  });
