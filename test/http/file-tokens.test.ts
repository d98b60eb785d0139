import { describe, expect, it } from 'vitest';
import { expectErrorPage } from '../support/error-page.ts';
import { NOTHING_KEPT } from '../support/fake-backend.ts';
import { fileHref } from '../support/file-href.ts';
import { startSite } from '../support/site.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile({ ...NOTHING_KEPT, API_TIMEOUT_MS: '1500' });

const hrefOf = (url: string): Promise<string> => fileHref(site(), url);

describe('anything that the site did not write is a 404', () => {
  const wrong: [string, (token: string, name: string) => string][] = [
    [
      'a forged token',
      (_, name) => `/files/${Buffer.from('/assets/mark.png').toString('base64url')}/${name}`,
    ],
    ['a token of bytes', (_, name) => `/files/${'A'.repeat(80)}/${name}`],
    ['a token cut short', (token, name) => `/files/${token.slice(0, -4)}/${name}`],
    ['a token with more behind it', (token, name) => `/files/${token}AAAA/${name}`],
    [
      'a token altered in its first letter',
      (token, name) => `/files/${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}/${name}`,
    ],
    [
      'a token altered in the middle',
      (token, name) =>
        `/files/${token.slice(0, 40)}${token[40] === 'A' ? 'B' : 'A'}${token.slice(41)}/${name}`,
    ],
    ['a token with padding', (token, name) => `/files/${token}=/${name}`],
    ['a token with a stray letter', (token, name) => `/files/${token}%20/${name}`],
    ['another name', (token) => `/files/${token}/other.png`],
    ['the name in another case', (token, name) => `/files/${token}/${name.toUpperCase()}`],
    ['a name with a path', (token, name) => `/files/${token}/x%2F${name}`],
    ['no name', (token) => `/files/${token}`],
    ['more behind the name', (token, name) => `/files/${token}/${name}/more`],
    ['a language before it', (token, name) => `/en/files/${token}/${name}`],
  ];

  it.each(wrong)('%s', async (_, change) => {
    const [, , token = '', name = ''] = (await hrefOf('/assets/mark.png')).split('/');
    const address = change(token, name);
    site().fake.restore();
    site().fake.forgetCalls();
    const page = await pageAt(site(), address);
    expectErrorPage(page, {
      status: 404,
      words: 'lost',
      language: address.startsWith('/en/') ? 'en' : 'zh',
      address,
    });
    expect(
      site()
        .fake.asked()
        .filter(({ path }) => path.startsWith('/assets/')),
    ).toEqual([]);
  });

  it('a token of a site with another secret', async () => {
    const other = await startSite({ SESSION_SECRET: 'another secret, long enough' }, { fake: site().fake });
    const href = await hrefOf('/assets/mark.png');
    expect((await other.raw(href)).status).toBe(404);
    await other.close();
  });

  it('the same asset always has the same address, and another one another', async () => {
    expect(await hrefOf('/assets/mark.png')).toBe(await hrefOf(`${site().fake.url}/assets/mark.png`));
    expect(await hrefOf('/assets/mark.png')).not.toBe(await hrefOf('/other/mark.png'));
  });
});
