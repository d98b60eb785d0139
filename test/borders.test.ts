import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { describe, expect, it } from 'vitest';
import { options } from './borders.rules.ts';

type File = { name: string; text: string };

const root = path.join(import.meta.dirname, '..');
const MEDIAN_LINES = 60;

const filesOf = (folder: string): File[] =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.(?:tsx?|js)$/u.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .filter((name) => !name.startsWith('src/demo/content/'))
    .map((name) => ({ name, text: readFileSync(path.join(root, name), 'utf8') }));

const source = filesOf('src');
const views = filesOf('views');
const all = [...source, ...views];
const under = (folder: string) => source.filter(({ name }) => name.startsWith(`src/${folder}/`));
const browser = under('browser');
const domain = [...under('content'), ...under('form/rules')];
/** All but the tools that build the site. */
const site = all.filter(({ name }) => !name.startsWith('src/build/'));
const server = site.filter(({ name }) => !/^(?:src\/browser|views)\//u.test(name));

/** The lines of files that a pattern is found in, as `file: text`. */
const found = (files: File[], pattern: RegExp): string[] =>
  files.flatMap(({ name, text }) =>
    [...text.matchAll(pattern)].map((match) => `${name}: ${match[0].trim()}`),
  );
const namesOf = (lines: string[]) => [...new Set(lines.map((line) => line.split(': ')[0]))];

const STATUS =
  /\b(?:\w*status(?:Code)?|sendStatus|writeHead|code)\b['"]?\s*(?:\(|:|[=!]==?|[<>]=?|=)\s*[4-9]\d\d\b/giu;
describe('the files', () => {
  it.each([
    ['src/content', domain],
    ['src', source],
    ['views', views],
  ])('of %s are looked at', (folder, files) => {
    expect(files.filter(({ name }) => name.startsWith(folder)).length).toBeGreaterThan(10);
  });

  it('are small: half of them under 60 lines', () => {
    const lengths = all.map(({ text }) => text.trimEnd().split('\n').length).sort((a, b) => a - b);
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThan(MEDIAN_LINES);
  });
});

describe('the folders', () => {
  it('import of each other what borders.rules.ts says', async () => {
    const { output } = await cruise(['src', 'views'], options);
    const { modules, summary } = output as ICruiseResult;
    expect(modules.length).toBeGreaterThan(source.length / 2);
    expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([]);
  });

  it.each([
    ['content/ and form/rules/', domain],
    ['views/', views],
  ])('%s do no I/O by a global', (_name, files) => {
    expect(found(files, /\b(?:fetch|setTimeout|setInterval)\(|\bprocess\.|\bconsole\./gu)).toEqual([]);
  });

  it('views/ wait for nothing', () => {
    expect(found(views, /\bawait\b/gu)).toEqual([]);
  });

  it('browser/ knows nothing of Node, and writes no HTML', () => {
    expect(browser.length).toBeGreaterThan(10);
    expect(
      found(
        browser,
        /(?<!\.)\b(?:process|Buffer|require)\b[.(]|\b(?:innerHTML|outerHTML|insertAdjacentHTML|eval)\b/gu,
      ),
    ).toEqual([]);
  });

  it('browser/ uses no RegExp.escape, which older engines lack', () => {
    expect(found(browser, /\bRegExp\.escape\b/gu)).toEqual([]);
  });
});

describe('in one place alone', () => {
  it('the server fetches: the content in src/backend, what it posts in src/deliveries, itself in src/mirror', () => {
    expect(namesOf(found(server, /\bfetch\(/gu))).toEqual([
      'src/backend/client.ts',
      'src/deliveries/forward/request-receiver.ts',
    ]);
    expect(namesOf(found(server, /\b(?:http|https)\.(?:get|request)\(/gu))).toEqual([
      'src/mirror/mirrored-site.ts',
    ]);
  });

  it.each([
    ['renderToString', /\brender(?:ToString|ToStaticMarkup|ToPipeableStream|ToReadableStream)\(/gu],
    ['dangerouslySetInnerHTML', /\bdangerouslySetInnerHTML\s*[=:]/gu],
  ])('%s stands', (_name, pattern) => {
    expect(found(all, pattern)).toHaveLength(1);
  });

  it('the environment is read: src/config/environment.ts', () => {
    const pattern = /\bprocess\.env\b|\benv\b.*\bfrom 'node:process'/gu;
    expect(new Set(namesOf(found(site, pattern)))).toEqual(new Set(['src/config/environment.ts']));
  });

  it('a status of 400 or more is named: src/lib/failures.ts', () => {
    expect(namesOf(found(site, STATUS))).toEqual(['src/lib/failures.ts']);
  });
});

/** The rules that a tree breaks which has these files alone. */
async function brokenBy(files: Record<string, string>): Promise<string[]> {
  const baseDir = await mkdtemp(path.join(tmpdir(), 'plinth-borders-'));
  try {
    await symlink(path.join(root, 'node_modules'), path.join(baseDir, 'node_modules'));
    for (const [name, text] of Object.entries({ 'views/a.ts': '', 'src/a.ts': '', ...files })) {
      await mkdir(path.dirname(path.join(baseDir, name)), { recursive: true });
      await writeFile(path.join(baseDir, name), text);
    }
    const { output } = await cruise(['src', 'views'], { ...options, baseDir });
    return (output as ICruiseResult).summary.violations.map(({ rule }) => rule.name);
  } finally {
    await rm(baseDir, { recursive: true, force: true });
  }
}

describe('the borders would see', () => {
  it.each([
    ['src/content/x.ts', "import a from 'express'; a();", 'src/content takes the packages it may'],
    ['src/content/x.ts', "import a from 'zod'; a();", 'src/content takes the packages it may'],
    ['src/browser/x.ts', "import a from 'zod'; a();", 'src/browser takes the packages it may'],
    [
      'src/content/x.ts',
      "import type { A } from 'react'; export const a: A = 1;",
      'src/content takes the packages it may',
    ],
    ['src/content/x.ts', "import {\n  a,\n} from 'node:fs'; a();", 'no-node-in-what-is-pure'],
    ['views/x.ts', "import 'node:process';", 'no-node-in-what-is-pure'],
    ['src/content/x.ts', "export const a = import('../../views/a.ts');", 'src/content imports what it may'],
    ['src/backend/x.ts', "export { a } from '../a.ts';", 'src/backend imports what it may'],
    ['src/backend/x.ts', "export { a } from '../content-other/a.ts';", 'src/backend imports what it may'],
    ['views/x.ts', "import { a } from '../src/i18n/set-up.ts'; a();", 'views know types of the texts alone'],
    ['src/routes/x.ts', "import { a } from '../cli/a.ts'; a();", 'what answers requests starts nothing'],
    ['src/http/x.ts', "import { a } from '../routes/a.ts'; a();", 'http/ knows no route'],
    ['src/pages/x.ts', "import https from 'node:https'; https.get('');", 'one-way-out'],
    ['src/lib/x.ts', "import './b.ts';", 'no-cycle'],
    ['src/lib/x.ts', 'export const a = 1;', 'no-unused-file'],
  ])('in %s: %s', async (name, text, rule) => {
    const others = ['src/content-other/a.ts', 'src/i18n/set-up.ts', 'src/cli/a.ts', 'src/routes/a.ts'];
    const tree = Object.fromEntries(others.map((other) => [other, 'export const a = () => 1;']));
    const broken = await brokenBy({ ...tree, 'src/lib/b.ts': "import './x.ts';", [name]: text });
    expect(broken).toContain(rule);
  });

  it('nothing wrong in what is allowed', async () => {
    const broken = await brokenBy({
      'src/i18n/set-up.ts': 'export type A = 1;',
      'views/a.ts': "import type { A } from '../src/i18n/set-up.ts'; export const a: A = 1;",
      'src/a.ts': "import { a } from '../views/a.ts'; console.log(a);",
    });
    expect(broken).toEqual([]);
  });

  it.each([
    'status(404',
    'status: 500',
    'code: 404',
    'status === 404',
    'statusCode = 503',
    'status >= 400',
    '.sendStatus(500',
    'httpStatus(422',
  ])('the status in %s', (text) => {
    expect(text.match(STATUS)).not.toBeNull();
  });

  it.each(['status: 200', 'redirect(308', 'code: 0', 'width: 480', "picture: '404'"])(
    'no status in %s',
    (text) => {
      expect(text.match(STATUS)).toBeNull();
    },
  );
});
