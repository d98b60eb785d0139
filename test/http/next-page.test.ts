import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../src/build/places.ts';
import { siteForFile } from '../support/site-for-file.ts';

const site = siteForFile();

const CONTENT = [
  '/',
  '/en',
  '/history',
  '/en/newsroom',
  '/newsroom/press-room/p1',
  '/articles/loose',
  '/en/search?keyword=bridge',
];

describe.each(CONTENT)('%s', (address) => {
  it('names what browsers may prefetch, made anew and kept', async () => {
    for (const _time of ['first', 'second']) {
      const { status, headers } = await site().raw(address);
      expect(status).toBe(200);
      expect(headers['speculation-rules']).toMatch(/^"\/assets\/rules-[0-9a-f]{8}\.json"$/u);
    }
  });

  it('may be kept by a browser that goes on, for the way back', async () => {
    const { headers } = await site().raw(address);
    expect(headers['cache-control']).toMatch(/^(?:public, max-age=0|no-cache)/u);
    expect(headers['cache-control']).not.toContain('no-store');
  });
});

describe('the rules', () => {
  it('are kept for a year, with the type that browsers ask for', async () => {
    const { headers } = await site().raw('/');
    const rules = await site().raw(JSON.parse(`${headers['speculation-rules']}`));
    expect(rules.status).toBe(200);
    expect(rules.headers).toMatchObject({
      'content-type': 'application/speculationrules+json',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(Object.keys(JSON.parse(rules.text))).toEqual(['prefetch']);
  });

  it.each([
    ['the form', '/en/apply'],
    ['a page that is not there', '/nothing'],
    ['a payload', '/history/_payload.json'],
    ['the feed', '/feed.xml'],
    ['a redirect', '/zh/history'],
  ])('are not named by %s', async (_what, address) => {
    expect((await site().raw(address)).headers['speculation-rules']).toBeUndefined();
  });
});

describe('a prefetch of `/` with English chosen', () => {
  const ahead = { Cookie: 'lang=en', 'Sec-Purpose': 'prefetch', 'Sec-Fetch-Site': 'none' };

  it('gets the page where a page of this site asks, as the click would', async () => {
    const headers = { ...ahead, Referer: 'https://www.group.example/en' };
    expect((await site().raw('/', { headers })).status).toBe(200);
  });

  it('leads to `/en` where another site asks', async () => {
    const { status, headers } = await site().raw('/', { headers: ahead });
    expect([status, headers.location]).toEqual([302, '/en']);
  });
});

describe('the scripts of content pages', () => {
  it('leave pages to the browser to keep: none listens to `unload`', () => {
    const folder = path.join(root, 'dist/assets');
    const scripts = readdirSync(folder).filter((name) =>
      /^(?:site|search|reveal|build-check)-.*\.js$/u.test(name),
    );
    expect(scripts.length).toBeGreaterThanOrEqual(4);
    for (const name of scripts) expect(readFileSync(path.join(folder, name), 'utf8')).not.toMatch(/unload/u);
  });
});
