/** @module-tag matrix */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { expect, it } from 'vitest';
import { languages } from '../../src/i18n/languages.ts';
import { EVERYTHING, loadAxe, violationsOf } from '../support/axe.ts';
import { viewports, withPage } from '../support/browser.ts';
import { listen } from '../support/listen.ts';
import { markupFaults } from '../support/markup.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { PageResult } from './audit.ts';
import { entryOf } from './check.ts';
import { checks } from './checks/index.ts';
import { earl } from './earl.ts';
import { acrHtml, reportHtml } from './report.ts';
import { judge, type Pack } from './results.ts';
import { checkTable, criteria } from './tables.ts';

const page: PageResult = {
  entry: entryOf('en', 'home', 'https://www.group.example/en'),
  facts: { title: 'Home & more', navigation: [], help: 'FOOTER', ways: 2, source: '' },
  checks: Object.keys(checks),
  found: [
    { check: 'axe', criterion: '1.4.3', message: 'too little contrast <p>' },
    { check: 'html-validate', message: 'a remark' },
  ],
  unsure: ['1.4.3 color-contrast: 2 elements'],
  evidence: ['evidence/en-home/axe.json'],
};
const pack: Pack = {
  base: 'https://www.group.example',
  pages: [page],
  planned: 2,
  listed: 64,
  seed: 7,
  problems: ['https://www.group.example/en/news: answers 500 instead of 200'],
  isLive: true,
  isPartial: true,
  startedAt: new Date(0),
  seconds: 60,
  results: judge([page]),
};

it('the tables have 31 criteria of level A, 24 of level AA, and a row for each check', () => {
  const levels = Object.groupBy(criteria, ({ level }) => level);
  expect([levels.A?.length, levels.AA?.length, criteria.length]).toEqual([31, 24, 55]);
  expect(criteria.filter(({ stepsEn, stepsZh }) => !stepsEn || !stepsZh)).toEqual([]);
  expect([...checkTable.keys()].sort()).toEqual(['across-pages', ...Object.keys(checks)].sort());
  const numbers = new Set(criteria.map(({ number }) => number));
  const named = new Set([...checkTable.values()].flatMap((row) => row.criteria));
  expect([...named.difference(numbers)]).toEqual([]);
});

const cases = languages.flatMap((language) =>
  (
    [
      ['index', reportHtml],
      ['acr', acrHtml],
    ] as const
  ).map(([name, write]) => [name, language, write(pack, language)] as const),
);

it.each(cases)(
  '%s in %s names all criteria and the failure, calls none passed, and is accessible',
  async (_, language, html) => {
    for (const { number, [language]: name } of criteria)
      expect(html).toContain(`>${number} ${name.replaceAll('&', '&amp;')}<`);
    expect(html).toContain('too little contrast &lt;p&gt;');
    expect(html.replace(/“passed”|“通过”/gu, '')).not.toMatch(/\bpassed\b|已通过|>通过/u);
    expect(await markupFaults(html)).toEqual([]);
    for (const viewport of [viewports.phone, viewports.desk])
      await withPage({ viewport }, async (shown) => {
        await shown.setContent(html);
        await loadAxe(shown);
        expect(await violationsOf(shown, EVERYTHING)).toEqual([]);
        expect(await shown.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
        expect(await shown.locator('body').innerText()).not.toContain('\\n');
      });
  },
);

/** Names and values of `key: value` in a document. */
const pairsIn = (node: unknown): [string, unknown][] =>
  node === null || typeof node !== 'object'
    ? []
    : Object.entries(node).flatMap(([key, value]): [string, unknown][] => [
        ...(Array.isArray(node) ? [] : [[key, value] as [string, unknown]]),
        ...pairsIn(value),
      ]);

/** Terms of EARL 1.0, of Dublin Core, and of the WCAG-EM Report Tool's data format. */
const VOCABULARY =
  /^(?:earl:(?:Assertion|TestRequirement|TestResult|TestSubject|Software|assertedBy|mode|outcome|result|subject|test)|dcterms:(?:title|description|summary|date)|wcagem:(?:procedure|website|webpage|evaluator|step[1-5][a-e]?)|WAI:standards-guidelines\/wcag\/#versions)$/u;

it('the EARL file has only terms of its vocabularies, and no outcome that a machine cannot know', () => {
  const { '@context': context, ...document } = earl(pack) as {
    '@context': Record<string, string | { '@id': string }>;
  };
  const pairs = pairsIn(document);
  const valuesOf = (name: string) =>
    pairs.flatMap(([key, value]) => (key === name ? [value].flat().map(String) : []));
  const names = new Set(
    [...pairs.map(([key]) => key), ...valuesOf('type')].filter((name) => !['id', 'type'].includes(name)),
  );
  const termOf = (name: string) => {
    const term = context[name];
    return typeof term === 'object' ? term['@id'] : term;
  };
  expect([...names].filter((name) => !VOCABULARY.test(termOf(name) ?? ''))).toEqual([]);
  expect(
    valuesOf('outcome').filter(
      (outcome) => !/^earl:(?:failed|cantTell|inapplicable|untested)$/u.test(outcome),
    ),
  ).toEqual([]);
  expect(valuesOf('type').filter((type) => type === 'Assertion')).toHaveLength(criteria.length + 1);
  const tested = new Set(valuesOf('id').filter((id) => id.startsWith('WCAG:')));
  expect(tested).toEqual(new Set(criteria.map(({ id }) => `WCAG:${id}`)));
});

const HOME = '<!DOCTYPE html><html lang="en"><title>Home</title><main><h1>Home</h1></main></html>';
const SITEMAP = ['/en', '/en/broken', '/en/away']
  .map((page) => `<loc>http://site.example${page}</loc>`)
  .join('');
type Responses = Record<string, string | number>;
const OURS: Responses = {
  '/builds/latest.json': '{"id":"1"}',
  '/sitemap.xml': SITEMAP,
  '/en': HOME,
  '/en/broken': 500,
  '/en/away': 302,
};

/** Starts a site. `onVisit`: called when a browser opens a page, which then never loads. */
async function siteOf(responses: Responses, onVisit?: () => void) {
  const server = await listen(
    createServer(({ url = '', headers }, response) => {
      if (onVisit && headers['user-agent']?.includes('Chrome')) return onVisit();
      const answer = responses[url] ?? 404;
      const location = `http://${headers.host?.replace('127.0.0.1', 'localhost')}/en`;
      response
        .writeHead(Number(answer) || 200, { 'Content-Type': 'text/html', location })
        .end(String(answer));
    }),
  );
  return { ...server, [Symbol.asyncDispose]: server.close };
}

const startCommand = (folder: string, url: string) =>
  spawn(process.execPath, [path.join(import.meta.dirname, 'run.ts'), folder, '--url', url, '--lang', 'en']);

it.each<[string, Responses, string | undefined, RegExp[]]>([
  [
    'pages that fail or redirect to another site',
    OURS,
    undefined,
    [/\/en\/broken answers 500/u, /\/en\/away redirects to http:\/\/localhost/u, /id="page-en-home"/u],
  ],
  [
    'a site of another product',
    { '/en': HOME },
    undefined,
    [/is not a site of this product/u, /id="page-en-home"/u],
  ],
  ['a site that cannot be reached', {}, 'http://127.0.0.1:9', [/http:\/\/127\.0\.0\.1:9 cannot be reached/u]],
])('the report names %s, and the command exits with 1', async (_, responses, url, texts) => {
  await using server = await siteOf(responses);
  await using folder = await temporaryFolder('live');
  const [code] = await once(startCommand(folder.path, url ?? server.origin), 'exit');
  expect(code).toBe(1);
  const report = await readFile(path.join(folder.path, 'index.en.html'), 'utf8');
  for (const text of texts) expect(report).toMatch(text);
});

it('SIGINT leaves a partial report, and the command exits with 1', async () => {
  const opened = Promise.withResolvers<void>();
  await using server = await siteOf(OURS, opened.resolve);
  await using folder = await temporaryFolder('live');
  const command = startCommand(folder.path, server.origin);
  await opened.promise;
  command.kill('SIGINT');
  expect(await once(command, 'exit')).toEqual([1, null]);
  expect(await readFile(path.join(folder.path, 'index.en.html'), 'utf8')).toContain('This report is partial');
});
