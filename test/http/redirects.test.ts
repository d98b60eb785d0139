import { describe, expect, it } from 'vitest';
import { data, NOTHING_KEPT, PATHS } from '../support/fake-backend.ts';
import { siteForFile } from '../support/site-for-file.ts';

const site = siteForFile(NOTHING_KEPT);

describe('a redirect that depends on content is asked for again each time', () => {
  it.each([
    ['of an anchor', '/newsroom/press-room', 302],
    ['of an anchor of the home page', '/en/contact-us', 302],
    ['of a page in another case', '/History', 308],
    ['of a page with a trailing slash', '/en/history/', 308],
    ['of a prefix in another case', '/EN/history', 308],
    ['of an article under another column', '/history/p1', 308],
    ['of an article that has a column', '/en/articles/p1', 308],
    ['of an article with a trailing slash', '/newsroom/press-room/p1/', 308],
    ['of a payload under another column', '/history/p1/_payload.json', 308],
    ['of the form', '/en/Apply/', 308],
    ['of the receipt', '/en/Apply/sent', 308],
  ])('%s: %s', async (_what, address, status) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await site().raw(address, { method });
      expect(answer.status).toBe(status);
      expect(answer.headers['cache-control']).toBe('no-cache');
      expect(answer.headers.location).toMatch(/^\/(?!\/)/u);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });

  it.each([
    ['/History/_payload.json?x=1', '/history/_payload.json?x=1'],
    ['/EN/_payload.json', '/en/_payload.json'],
    ['/history/p1/_payload.json', '/newsroom/press-room/p1/_payload.json'],
  ])('leads from the payload %s to the payload %s', async (address, location) => {
    expect((await site().raw(address)).headers.location).toBe(location);
  });

  it('leads elsewhere as soon as the content does', async () => {
    expect((await site().raw('/history/p1')).headers.location).toBe('/newsroom/press-room/p1');
    site().fake.override(
      PATHS.article,
      data({ id: 'p1', title: 'Moved', content: 'C', columnCode: 'Insights' }),
    );
    expect((await site().raw('/history/p1')).headers.location).toBe('/newsroom/insights/p1');
  });
});

describe('a redirect that no content can change', () => {
  it.each([
    ['/zh/history', 308, undefined],
    ['/history?lang=zh', 303, 'no-store'],
  ])('of %s is %i, kept as %s', async (address, status, cacheControl) => {
    const answer = await site().raw(address);
    expect([answer.status, answer.headers['cache-control']]).toEqual([status, cacheControl]);
  });
});

/** Paths of which each segment may be hostile, and a page that each could be mistaken for. */
const PARTS = [
  '',
  '%2F',
  '%2f%2fevil.example',
  '%5C',
  '\\',
  '\\evil.example',
  '%2e%2e',
  '..',
  'evil.example',
  '@evil.example',
];
const BEFORE = ['', '/zh', '/en', '/EN', '/history', '/History', '/articles', '/zh/en', '/newsroom/insights'];
const BEHIND = ['', '/', '/p1', '/_payload.json', '?lang=zh', '/?lang=en', '?page=2&go=//evil.example'];

describe.each(BEFORE)('every address below %j', (before) => {
  it.each(PARTS)('and %j leads to this site alone', async (part) => {
    const leads = await Promise.all(
      BEHIND.map(async (behind) => {
        const address = `${before}/${part}${behind}`;
        const { status, headers } = await site().raw(address);
        return { address, status, location: headers.location };
      }),
    );
    for (const { address, status, location } of leads) {
      if (location !== undefined)
        expect([address, location]).toEqual([address, expect.stringMatching(/^\/(?![/\\])/u)]);
      // An empty part, a backslash or an encoded slash before the last segment names no page and leads nowhere.
      const inner = (address.split('?')[0] ?? '').slice(1).split('/').slice(0, -1);
      if (inner.some((one) => one === '' || /%2f|%5c|\\/iu.test(one)))
        expect([address, status, location]).toEqual([address, 404, undefined]);
    }
  });
});
