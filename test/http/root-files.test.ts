import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { MAX_ROOT_FILE_BYTES } from '../../src/config/setting-files.ts';
import { startSite } from '../support/site.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'plinth-root-files-'));
afterAll(() => rm(folder, { recursive: true }));

it('serves only the files of ROOT_FILES at the root', async () => {
  await writeFile(path.join(folder, 'MP_verify_a1b2.txt'), 'a1b2');
  await writeFile(path.join(folder, 'baidu_verify_code-x.html'), 'code-x');
  const site = await startSite({ ROOT_FILES: folder });
  const text = await site.raw('/MP_verify_a1b2.txt');
  expect([text.status, text.text]).toEqual([200, 'a1b2']);
  expect(text.headers['content-type']).toBe('text/plain; charset=utf-8');
  const html = await site.raw('/baidu_verify_code-x.html');
  expect([html.status, html.text, html.headers['content-type']]).toEqual([
    200,
    'code-x',
    'text/html; charset=utf-8',
  ]);
  for (const address of [
    '/en/MP_verify_a1b2.txt',
    '/mp_verify_a1b2.txt',
    '/x/MP_verify_a1b2.txt',
    '/other.txt',
  ])
    expect((await site.raw(address)).status).toBe(404);
  await site.close();
});

it('names each file of ROOT_FILES that cannot be served', async () => {
  await mkdir(path.join(folder, 'inner.d'));
  await writeFile(path.join(folder, '.hidden'), '');
  await writeFile(path.join(folder, 'large.txt'), Buffer.alloc(MAX_ROOT_FILE_BYTES + 1));
  expect(() => readConfig({ ROOT_FILES: folder })).toThrow(
    /\.hidden is not a file with a plain name[\s\S]*inner\.d is not a file[\s\S]*large\.txt has more than 64 KB/u,
  );
  expect(() => readConfig({ ROOT_FILES: path.join(folder, 'absent') })).toThrow(/cannot be read: .*ENOENT/u);
});
