import { execFileSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { withFile } from './file-reader.ts';
import { MAX_READ_BYTES, PAGE_BYTES } from './limits.ts';
import { storedFile, withContent } from './test-support/stored-file.ts';

vi.mock('./limits.ts', async (original) => ({
  ...(await original<typeof import('./limits.ts')>()),
  MAX_CHECK_MS: 200,
}));
const { checkFile } = await import('./check-file.ts');

const content = Buffer.from(Array.from({ length: 3 * PAGE_BYTES + 10 }, (_, index) => (index * 7) % 251));
const unsafe = { code: 'fileUnsafe' };

describe('the reader', () => {
  it.each([
    [0, 10],
    [PAGE_BYTES - 3, 6],
    [PAGE_BYTES, PAGE_BYTES],
    [5, 3 * PAGE_BYTES],
    [3 * PAGE_BYTES + 9, 1],
    [7, 0],
  ])('gives from byte %d %d of them', async (offset, length) => {
    const bytes = await withContent(content, (reader) => reader.read(offset, length));
    expect(bytes.equals(content.subarray(offset, offset + length))).toBe(true);
  });

  it.each([
    [-1, 1],
    [0, -1],
    [content.length, 1],
    [0, content.length + 1],
    [Number.NaN, 1],
    [2 ** 60, 1],
  ])('refuses bytes outside the file: %d, %d', async (offset, length) => {
    await expect(withContent(content, (reader) => reader.read(offset, length))).rejects.toMatchObject(unsafe);
  });

  it('stops at what one check may read', async () => {
    const large = Buffer.alloc(20 * PAGE_BYTES);
    const work = withContent(large, async (reader) => {
      for (let read = 0; read <= MAX_READ_BYTES; read += large.length) await reader.read(0, large.length);
    });
    await expect(work).rejects.toMatchObject(unsafe);
  });

  it('stops when its time is up', async () => {
    const file = storedFile(content);
    const work = withFile(file, content.length, AbortSignal.abort(), (reader) => reader.read(0, 1));
    await expect(work).rejects.toMatchObject(unsafe);
  });
});

it('a check that hangs ends with the time it has', async () => {
  const pipe = path.join(path.dirname(storedFile(content)), 'pipe');
  execFileSync('mkfifo', [pipe]);
  expect(await checkFile(pipe, 'a.pdf', 10)).toEqual({ ok: false, code: 'fileUnsafe' });
  closeSync(openSync(pipe, 'w'));
});
