import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { DIST } from '../../src/build/places.ts';
import { siteForFile } from '../support/site-for-file.ts';

const site = siteForFile();

it.each(['/', '/en/newsroom', '/newsroom/press-room/p1', '/en/search?keyword=bridge'])(
  '%s names its speculation rules and allows the back-forward cache',
  async (address) => {
    for (const _time of ['rendered', 'cached']) {
      const { headers } = await site().raw(address);
      expect(headers['speculation-rules']).toMatch(/^"\/assets\/rules-[0-9a-f]{8}\.json"$/u);
      expect(headers['cache-control']).toMatch(/^(?:public, max-age=0|no-cache)/u);
      expect(headers['cache-control']).not.toContain('no-store');
    }
  },
);

it.each(['/en/apply', '/nothing', '/history/_payload.json', '/feed.xml', '/zh/history'])(
  '%s does not name speculation rules',
  async (address) => {
    expect((await site().raw(address)).headers['speculation-rules']).toBeUndefined();
  },
);

it('the speculation rules are immutable and only prefetch', async () => {
  const { headers } = await site().raw('/');
  const rules = await site().raw(JSON.parse(`${headers['speculation-rules']}`));
  expect(rules.headers).toMatchObject({
    'content-type': 'application/speculationrules+json',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  expect(Object.keys(JSON.parse(rules.text))).toEqual(['prefetch']);
});

it('the scripts of content pages do not listen to `unload`', () => {
  const folder = path.join(DIST, 'assets');
  const scripts = readdirSync(folder).filter((name) => /^(?:site|search|reveal)-.*\.js$/u.test(name));
  expect(scripts.length).toBeGreaterThanOrEqual(3);
  for (const name of scripts)
    expect(readFileSync(path.join(folder, name), 'utf8')).not.toMatch(/(?<!before)unload/u);
});
