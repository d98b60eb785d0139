/** @module-tag matrix */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { languages } from '../../src/i18n/languages.ts';
import { EVERYTHING, loadAxe, violationsOf } from '../support/axe.ts';
import { viewports, withPage } from '../support/browser.ts';
import { listen } from '../support/listen.ts';
import { markupFaults } from '../support/markup.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { checks } from './checks/index.ts';
import { fileName } from './frame.ts';
import { checkTable, criteria } from './tables.ts';

const HOME =
  '<!DOCTYPE html><html lang="en"><title>Home &amp; more</title><main><h1>Home</h1><p style="color: #999">Pale</p></main></html>';
const SITEMAP = '<loc>http://x.example/en/broken</loc><loc>http://x.example/en/away</loc>';
type Responses = Record<string, string | number>;
const OURS: Responses = {
  '/builds/latest.json': '{"id":"1"}',
  '/sitemap.xml': SITEMAP,
  '/en': HOME,
  '/en/broken': 500,
  '/en/away': 302,
};

async function siteOf(responses: Responses) {
  const server = await listen(
    createServer(({ url = '', headers }, response) => {
      const answer = responses[url] ?? 404;
      const location = `http://${headers.host?.replace('127.0.0.1', 'localhost')}/en`;
      response
        .writeHead(Number(answer) || 200, { 'Content-Type': 'text/html', location })
        .end(String(answer));
    }),
  );
  return { ...server, [Symbol.asyncDispose]: server.close };
}

/** Writes the pack of a site. */
async function writePack(folder: string, url: string) {
  const run = path.join(import.meta.dirname, 'run.ts');
  const command = spawn(process.execPath, ['--import', 'tsx', run, folder, '--url', url, '--lang', 'en']);
  const [code] = (await once(command, 'exit')) as [number];
  return { code, report: await readFile(path.join(folder, 'index.en.html'), 'utf8') };
}

/** Evidence pack of the site `OURS`. */
const pack = { folder: '', code: 0, report: '' };
beforeAll(async () => {
  const folder = await temporaryFolder('pack');
  const site = await siteOf(OURS);
  Object.assign(pack, { folder: folder.path, ...(await writePack(folder.path, site.origin)) });
  return async () => {
    await site.close();
    await folder.remove();
  };
});

it('lists every criterion of levels A and AA and every check in the tables', () => {
  const count = (wanted: string) => criteria.filter(({ level }) => level === wanted).length;
  expect([count('A'), count('AA'), criteria.length]).toEqual([31, 24, 55]);
  expect(criteria.filter(({ stepsEn, stepsZh }) => !stepsEn || !stepsZh)).toEqual([]);
  expect([...checkTable.keys()].sort()).toEqual(['across-pages', ...Object.keys(checks)].sort());
  const numbers = criteria.map(({ number }) => number);
  expect(numbers).toEqual(expect.arrayContaining([...checkTable.values()].flatMap((row) => row.criteria)));
});

const files = languages.flatMap((language) =>
  ['index', 'acr'].map((name) => ({ file: fileName(name, language), language })),
);

it.each(files)(
  'writes an accessible $file that lists all criteria without calling any passed',
  async ({ file, language }) => {
    const html = await readFile(path.join(pack.folder, file), 'utf8');
    for (const { number, [language]: name } of criteria)
      expect(html).toContain(`>${number} ${name.replaceAll('&', '&amp;')}<`);
    expect(html).toContain('Elements must meet minimum color contrast');
    expect(html.replace(/“passed”|“通过”/gu, '')).not.toMatch(/\bpassed\b|已通过|>通过/u);
    expect(await markupFaults(html)).toEqual([]);
    for (const viewport of [viewports.phone, viewports.desk])
      await withPage({ viewport }, async (page) => {
        await page.setContent(html);
        await loadAxe(page);
        expect(await violationsOf(page, EVERYTHING)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
        expect(await page.locator('body').innerText()).not.toContain('\\n');
      });
  },
);

it('judges each criterion in the EARL file by outcomes that a machine can decide', async () => {
  const file = await readFile(path.join(pack.folder, 'evidence.jsonld'), 'utf8');
  const outcomes = file.matchAll(/"outcome": "earl:(\w+)"/gu).map(([, outcome]) => outcome);
  expect(new Set(outcomes)).toEqual(new Set(['failed', 'cantTell', 'inapplicable', 'untested']));
  const { '@context': context, auditSample } = JSON.parse(file);
  const tested = auditSample.map(({ test }: { test: { id: string } }) => test.id);
  for (const { id } of criteria) expect(tested).toContain(`WCAG:${id}`);
  const used = file.matchAll(/^ +"(@?\w+)":/gmu).map(([, key = '']) => key);
  expect([...new Set(used)].filter((key) => !(key in context) && !key.startsWith('@'))).toEqual([]);
});

it('reports a site of another product and exits with 1', async () => {
  await using site = await siteOf({ '/en': HOME });
  await using folder = await temporaryFolder('pack');
  const { code, report } = await writePack(folder.path, site.origin);
  expect(code).toBe(1);
  expect(report).toMatch(/is not a site of this product.*id="page-en-home"/su);
});

it('reports pages that fail or redirect to another site and exits with 1', () => {
  expect(pack.code).toBe(1);
  expect(pack.report).toMatch(/\/en\/broken answers 500/u);
  expect(pack.report).toMatch(/\/en\/away redirects to http:\/\/localhost/u);
  expect(pack.report).not.toContain('did not run');
});
