import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

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
const domain = [...under('content'), ...under('application')];
/** All but the tools that build the site. */
const site = all.filter(({ name }) => !name.startsWith('src/build/'));
const server = site.filter(({ name }) => !/^(?:src\/browser|views)\//u.test(name));

/** The lines of files that a pattern is found in, as `file: text`. */
const found = (files: File[], pattern: RegExp): string[] =>
  files.flatMap(({ name, text }) =>
    [...text.matchAll(pattern)].map((match) => `${name}: ${match[0].trim()}`),
  );
const namesOf = (lines: string[]) => [...new Set(lines.map((line) => line.split(': ')[0]))];

type Import = { file: string; from: string; isType: boolean };
const IMPORT =
  /^(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gmu;

/** What a file imports: packages as they are named, files of the project by their path from its root. */
const importsOf = ({ name, text }: File): Import[] =>
  [...text.matchAll(IMPORT)].map(([, type, statically, dynamically]) => {
    const from = statically ?? dynamically ?? '';
    return {
      file: name,
      from: from.startsWith('.') ? path.posix.join(path.posix.dirname(name), from) : from,
      isType: type !== undefined,
    };
  });
const imports = (files: File[]) => files.flatMap(importsOf);
const told = (list: Import[]) => list.map(({ file, from }) => `${file} imports ${from}`);

const FAR_FROM_DOMAIN =
  /^(?:express|react|react-dom|multer)(?:\/|$)|^node:|^(?:src\/(?:backend|services|routes|middleware|store|demo|cli|browser)|views)\//u;
const PURE = /^(?:views\/|src\/(?:content|application)\/|src\/i18n\/languages\.ts$|react$)/u;
const STATUS =
  /\b(?:\w*status(?:Code)?|sendStatus|writeHead|code)\b['"]?\s*(?:\(|:|[=!]==?|[<>]=?|=)\s*[4-9]\d\d\b/giu;
const OTHER_WAYS_OUT = /^(?:undici|axios|got|node-fetch|node:https|node:http2)(?:\/|$)/u;

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

describe('content/ and application/', () => {
  it('know no Express, React, Node or I/O', () => {
    expect(told(imports(domain).filter(({ from }) => FAR_FROM_DOMAIN.test(from)))).toEqual([]);
  });

  it('do no I/O by a global either', () => {
    expect(found(domain, /\b(?:fetch|setTimeout|setInterval)\(|\bprocess\.|\bconsole\./gu)).toEqual([]);
  });
});

describe('views/', () => {
  it('import values from views and from what is pure alone', () => {
    expect(told(imports(views).filter(({ from, isType }) => !isType && !PURE.test(from)))).toEqual([]);
  });

  it('import types from the services, content and languages alone', () => {
    const types = imports(views).filter(({ isType }) => isType);
    expect(
      told(types.filter(({ from }) => !PURE.test(from) && !/^src\/(?:services|i18n)\//u.test(from))),
    ).toEqual([]);
  });

  it('do no I/O by a global', () => {
    expect(found(views, /\b(?:fetch|setTimeout|setInterval)\(|\bprocess\.|\bconsole\.|\bawait\b/gu)).toEqual(
      [],
    );
  });
});

describe('browser/', () => {
  it('imports htmx, AOS, what is pure and itself alone', () => {
    const allowed = /^(?:htmx\.org$|aos$|src\/(?:application|content|browser)\/)/u;
    expect(browser.length).toBeGreaterThan(10);
    expect(told(imports(browser).filter(({ from }) => !allowed.test(from)))).toEqual([]);
  });

  it('knows nothing of Node, and writes no HTML', () => {
    expect(
      found(
        browser,
        /(?<!\.)\b(?:process|Buffer|require)\b[.(]|\b(?:innerHTML|outerHTML|insertAdjacentHTML|eval)\b/gu,
      ),
    ).toEqual([]);
  });
});

describe('in one place alone', () => {
  it('the server fetches: src/backend/client.ts', () => {
    expect(namesOf(found(server, /\bfetch\(/gu))).toEqual(['src/backend/client.ts']);
    expect(told(imports(server).filter(({ from, isType }) => !isType && OTHER_WAYS_OUT.test(from)))).toEqual([
      // The connections that it fetches by: some go to public addresses alone.
      'src/backend/agents.ts imports undici',
    ]);
    expect(found(server, /\b(?:http|https)\.(?:get|request)\(/gu)).toEqual([]);
  });

  it.each([
    ['renderToString', /\brender(?:ToString|ToStaticMarkup|ToPipeableStream|ToReadableStream)\(/gu],
    ['dangerouslySetInnerHTML', /\bdangerouslySetInnerHTML\s*[=:]/gu],
  ])('%s stands', (_name, pattern) => {
    expect(found(all, pattern)).toHaveLength(1);
  });

  it('the environment is read: src/config.ts', () => {
    expect(namesOf(found(site, /\bprocess\.env\b|\benv\b.*\bfrom 'node:process'/gu))).toEqual([
      'src/config.ts',
    ]);
  });

  it('a status of 400 or more is named: src/failures.ts', () => {
    expect(namesOf(found(site, STATUS))).toEqual(['src/failures.ts']);
  });
});

describe('the borders would see', () => {
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

  it.each([
    ["import a from 'express';", 'express'],
    ["import { a } from '../backend/b.ts';", 'src/backend/b.ts'],
    ["import {\n  a,\n  b,\n} from 'node:fs';", 'node:fs'],
    ["import type { A } from 'react';", 'react'],
    ["export { a } from '../services/a.ts';", 'src/services/a.ts'],
    ["import 'node:process';", 'node:process'],
    ["const a = await import('../../views/a.tsx');", 'views/a.tsx'],
  ])('the import in %s', (text, from) => {
    const seen = importsOf({ name: 'src/content/x.ts', text });
    expect(seen.map((one) => one.from)).toEqual([from]);
    expect(FAR_FROM_DOMAIN.test(from)).toBe(true);
  });
});
