import { deflateSync } from 'node:zlib';
import { buildOoxml } from '../../../src/applications/uploads/checks/testing/build-office.ts';
import { buildEncryptedPdf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import {
  buildGif,
  buildJpeg,
  resizedGif,
  resizedJpeg,
} from '../../../src/applications/uploads/checks/testing/build-pictures.ts';
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
  header.fill(0xff, 76);
  const farOut = 0xfffffff0;
  for (const [at, value] of [
    [26, 0xfffe0003],
    [30, 0x00060009],
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

function packedTable(): Buffer {
  const packed = deflateSync(deflateSync(Buffer.alloc(700 * MEGABYTE))).toString('latin1');
  const head = `/Type /XRef /W [1 4 2] /Size 90000000 /Root 1 0 R /Filter [/FlateDecode /FlateDecode]`;
  const text = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n';
  const table = `5 0 obj\n<< ${head} /Length ${packed.length} >>\nstream\n${packed}\nendstream\nendobj\n`;
  return Buffer.from(`${text}${table}startxref\n${text.length}\n%%EOF\n`, 'latin1');
}

const [jpeg, gif] = await Promise.all([buildJpeg(), buildGif()]);

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
  {
    name: 'part of 900 MB.docx',
    content: buildOoxml('docx', { name: 'a.xml', data: Buffer.alloc(MEGABYTE), size: 900 * MEGABYTE }),
  },
  { name: '4 billion pixels.jpg', content: resizedJpeg(jpeg, 65_000, 65_000) },
  { name: '700,000 frames.gif', content: manyFrames() },
];

/** Returns randomly damaged valid files. */
export const spoilt = (random: Random, count: number): SentFile[] =>
  Array.from({ length: count }, (_, index) => {
    const { kind, content, extensions } = sampleAt(index);
    return { name: `${kind} ${index}.${extensions[0]}`, content: mutated(content, random) };
  });
