/** @module-tag slow */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { describe, expect, it } from 'vitest';
import { options } from './borders.rules.ts';

type File = { name: string; text: string };

const root = path.join(import.meta.dirname, '..');

const filesOf = (folder: string): File[] =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.(?:tsx?|js)$/u.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .filter((name) => !name.startsWith('src/content-folder/demo/'))
    .map((name) => ({ name, text: readFileSync(path.join(root, name), 'utf8') }));

const source = filesOf('src');
const views = filesOf('views');
const all = [...source, ...views];
const under = (folder: string) => source.filter(({ name }) => name.startsWith(`src/${folder}/`));
const browser = under('browser');
const domain = [
  ...under('content').filter(({ name }) => !name.startsWith('src/content/backend/')),
  ...under('applications/rules'),
];
/** All sources except the tools that build the site. */
const site = all.filter(({ name }) => !name.startsWith('src/build/'));
const server = site.filter(({ name }) => !/^(?:src\/browser|views)\//u.test(name));

/** Returns the lines of files that match a pattern, as `file: text`. */
const found = (files: File[], pattern: RegExp): string[] =>
  files.flatMap(({ name, text }) =>
    [...text.matchAll(pattern)].map((match) => `${name}: ${match[0].trim()}`),
  );
const namesOf = (lines: string[]) => [...new Set(lines.map((line) => line.split(': ')[0]))];

const STATUS =
  /\b(?:\w*status(?:Code)?|sendStatus|writeHead|code)\b['"]?\s*(?:\(|:|[=!]==?|[<>]=?|=)\s*[4-9]\d\d\b/giu;

describe('folders', () => {
  it('folders import only what borders.rules.ts allows', async () => {
    const { output } = await cruise(['src', 'views'], options);
    const { modules, summary } = output as ICruiseResult;
    expect(modules.length).toBeGreaterThan(source.length / 2);
    expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([]);
  });

  it.each([
    ['content/ and applications/rules/', domain],
    ['views/', views],
  ])('code in %s does not use globals for I/O', (_name, files) => {
    expect(found(files, /\b(?:fetch|setTimeout|setInterval)\(|\bprocess\.|\bconsole\./gu)).toEqual([]);
  });

  it('code in browser/ does not use Node globals or write HTML', () => {
    expect(browser.length).toBeGreaterThan(10);
    expect(
      found(
        browser,
        /(?<!\.)\b(?:process|Buffer|require)\b[.(]|\b(?:innerHTML|outerHTML|insertAdjacentHTML|eval)\b/gu,
      ),
    ).toEqual([]);
  });
});

describe('code that is allowed in one place only', () => {
  it('the server calls fetch only in the content client, the forward channel and the doctor', () => {
    expect(namesOf(found(server, /\bfetch\(/gu)).sort()).toEqual([
      'src/applications/deliveries/forward/forward.ts',
      'src/cli/doctor/outside.ts',
      'src/content/backend/client.ts',
    ]);
    expect(found(server, /\b(?:http|https)\.(?:get|request)\(/gu)).toEqual([]);
  });

  it.each([
    ['renderToString', /\brender(?:ToString|ToStaticMarkup|ToPipeableStream|ToReadableStream)\(/gu],
    ['dangerouslySetInnerHTML', /\bdangerouslySetInnerHTML\s*[=:]/gu],
  ])('%s is used in exactly one file', (_name, pattern) => {
    expect(found(all, pattern)).toHaveLength(1);
  });

  it('only src/config/environment.ts reads the environment', () => {
    const pattern = /\bprocess\.env\b|\benv\b.*\bfrom 'node:process'/gu;
    expect(new Set(namesOf(found(site, pattern)))).toEqual(new Set(['src/config/environment.ts']));
  });

  it('only src/http/response-cache/page-cache.ts changes the URL of a request', () => {
    const pattern = /\breq(?:uest)?\.(?:url|originalUrl|parsedUrl\.\w+) = .*/gu;
    expect(namesOf(found(server, pattern))).toEqual(['src/http/response-cache/page-cache.ts']);
  });

  it('only src/lib/failures.ts and the forward channel name status codes of 400 or more', () => {
    expect(namesOf(found(site, STATUS)).sort()).toEqual([
      'src/applications/deliveries/forward/forward.ts',
      'src/lib/failures.ts',
    ]);
  });
});
