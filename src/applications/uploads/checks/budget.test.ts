import { deflateSync } from 'node:zlib';
import { expect, it, onTestFinished, vi } from 'vitest';
import { MAX_CHECK_CPU_MS, MAX_UNPACKED_BYTES, MEGABYTE, UNPACK_GRACE_BYTES } from '../../rules/limits.ts';
import { createBudget, maxUnpackedBytes } from './budget.ts';
import { buildCfb } from './testing/build-cfb.ts';
import { buildPpt, pptStorage } from './testing/build-office.ts';
import { buildPdf } from './testing/build-pdf.ts';
import { verdict } from './testing/stored-file.ts';

const storages = (count: number, content: Buffer) =>
  Buffer.concat(Array.from({ length: count }, () => pptStorage(content, true)));
const zeros = (bytes: number) => buildCfb([{ name: 'Contents', data: Buffer.alloc(bytes) }]);

it('accepts a presentation with storages that unpack to several megabytes', async () => {
  expect(await verdict(buildPpt(false, storages(3, zeros(MEGABYTE))))).toBe('ok');
});

it('refuses a presentation whose storages exceed the unpacked size only over all levels of nesting', async () => {
  let content = zeros(MEGABYTE / 2);
  for (let level = 0; level < 4; level += 1) content = buildPpt(false, storages(2, content));
  expect(await verdict(content)).toBe('fileUnsafe');
});

it.each([
  [1, UNPACK_GRACE_BYTES],
  [MEGABYTE, 200 * MEGABYTE],
  [10 * MEGABYTE, MAX_UNPACKED_BYTES],
])('lets a file of %i bytes unpack to %i bytes', (bytes, expected) => {
  expect(maxUnpackedBytes(bytes)).toBe(expected);
});

it('inflates exactly as many bytes as are left', () => {
  const packed = deflateSync(Buffer.alloc(100));
  const budget = createBudget(250);
  expect([1, 2].map(() => budget.inflate(packed).length)).toEqual([100, 100]);
  expect(budget.inflate(Buffer.from('not compressed'))).toHaveLength(0);
  expect(() => budget.inflate(packed)).toThrow('fileUnsafe');
});

it('refuses a file that has used its CPU time', () => {
  const budget = createBudget(MEGABYTE);
  budget.spend(0);
  vi.spyOn(process, 'cpuUsage').mockReturnValue({ user: MAX_CHECK_CPU_MS * 1000, system: 1 });
  onTestFinished(() => void vi.restoreAllMocks());
  expect(() => budget.spend(0)).toThrow('fileUnsafe');
});

/** Builds a PDF with a cross-reference stream of this unpacked size, compressed repeatedly. */
function pdfWithTable(bytes: number, times = 1): Buffer {
  let packed = Buffer.alloc(bytes);
  for (let time = 0; time < times; time += 1) packed = deflateSync(packed);
  const head = `/Type /XRef /W [1 4 2] /Size 9 /Root 1 0 R /Length ${packed.length}`;
  const filters = `/Filter [${'/FlateDecode '.repeat(times)}]`;
  const stream = `<< ${head} ${filters} >>\nstream\r\n${packed.toString('latin1')}\nendstream`;
  return buildPdf({ objects: `8 0 obj\n${stream}\nendobj\n` });
}

it.each([
  ['accepts', 1, 1, 'ok'],
  ['refuses', 9, 1, 'fileUnsafe'],
  ['refuses', 40, 2, 'fileUnsafe'],
])(
  '%s a PDF with a cross-reference stream of %i MB, compressed %i times',
  async (_what, size, times, expected) => {
    expect(await verdict(pdfWithTable(size * MEGABYTE, times))).toBe(expected);
  },
);
