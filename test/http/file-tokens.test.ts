import { beforeEach, describe, expect, it } from 'vitest';
import { NO_CONTENT_CACHE } from '../support/fake-backend.ts';
import { fileHref } from '../support/file-href.ts';
import { startSite } from '../support/site.ts';
import { siteForFile } from '../support/site-for-file.ts';

const site = siteForFile({ ...NO_CONTENT_CACHE, API_TIMEOUT_MS: '1500' });

let token = '';
let name = '';
beforeEach(async () => {
  [, , token = '', name = ''] = (await fileHref(site(), '/assets/mark.png')).split('/');
});

/** `folder`: the part of the path before the name. */
const WRONG: [string, (folder: (token: string) => string) => string][] = [
  ['a path as token', (folder) => `${folder(Buffer.from('/assets/mark.png').toString('base64url'))}/${name}`],
  ['an address as token', (folder) => `${folder(encodeURIComponent('http://127.0.0.1/a'))}/${name}`],
  ['a token of zeros', (folder) => `${folder('A'.repeat(80))}/${name}`],
  ['a longer token', (folder) => `${folder(`${token}AAAA`)}/${name}`],
  ['another name', (folder) => `${folder(token)}/other.png`],
  ['a name with a path', (folder) => `${folder(token)}/x%2F${name}`],
  ['no name', (folder) => folder(token)],
  ['more behind the name', (folder) => `${folder(token)}/${name}/more`],
  ['a language', (folder) => `/en${folder(token)}/${name}`],
];

describe.each([
  ['/files', (some: string) => `/files/${some}`],
  ['/media', (some: string) => `/media/${some}/320`],
])('a URL below %s that the site did not create', (_, folder) => {
  it.each(WRONG)(
    'a URL that the site did not create returns 404 without a backend request: %s',
    async (_what, change) => {
      site().fake.clearRequests();
      expect((await site().raw(change(folder))).status).toBe(404);
      expect(
        site()
          .fake.requests()
          .filter(({ path }) => path.startsWith('/assets/')),
      ).toEqual([]);
    },
  );
});

it('a token of a site with another secret returns 404', async () => {
  const other = await startSite({ SESSION_SECRET: 'another secret, long enough' }, { fake: site().fake });
  expect((await other.raw(`/files/${token}/${name}`)).status).toBe(404);
  await other.close();
});
