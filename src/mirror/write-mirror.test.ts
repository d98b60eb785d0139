import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import type { MirrorFolder } from './mirror-folder.ts';
import type { MirroredSite } from './mirrored-site.ts';
import { writeMirror } from './write-mirror.ts';

/** Writes a mirror of `/` and `/en`, which responds with `status`. */
async function mirrorWith(status: number) {
  const changes: string[] = [];
  const failures: string[] = [];
  const folder = {
    put: async () => 'same',
    etagOf: async () => undefined,
    keep: async (file: string) => void changes.push(`kept ${file}`),
    removeGone: async () => ['old.html'],
  } as unknown as MirrorFolder;
  const get = async (address: string) => {
    const statusCode = address.endsWith('_404') ? 404 : address === '/en' ? status : 200;
    const response = Object.assign(Readable.from(['']), { statusCode, headers: {} });
    return { response, failure: () => undefined };
  };
  const site = { get, services: { config: { siteUrl: 'https://a.example' } } } as unknown as MirroredSite;
  await writeMirror(site, folder, ['/', '/en'], {
    onChange: (change, file) => changes.push(`${change} ${file}`),
    onFailure: (failure) => failures.push(failure),
    onStep: () => undefined,
  });
  return { changes, failures };
}

it.each([
  [200, ['gone old.html'], []],
  [404, ['gone old.html'], ['/en: status 404, linked by the site itself']],
  [500, ['kept en/index.html'], ['/en: status 500, linked by the site itself']],
])('removes old files unless a page fails: the status %i leads to %j', async (status, changes, failures) => {
  expect(await mirrorWith(status)).toEqual({ changes, failures });
});
