import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { expect, it } from 'vitest';
import { root } from '../src/build/paths.ts';
import { readConfig } from '../src/config/config.ts';
import { schema } from '../src/config/schema.ts';
import { words } from './support/words.ts';

const project = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Record<
  'dependencies' | 'devDependencies' | 'optionalDependencies' | 'scripts',
  Record<string, string>
> & { allowScripts: Record<string, boolean> };
const direct = { ...project.dependencies, ...project.devDependencies, ...project.optionalDependencies };

/** A package of the lock file, which lists packages of every platform. */
type Locked = {
  version: string;
  license?: string;
  integrity?: string;
  resolved?: string;
  dev?: boolean;
  hasInstallScript?: boolean;
};
const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>;
};
const lockedPackages = Object.entries(lock.packages)
  .filter(([place]) => place !== '')
  .map(([place, locked]) => ({ ...locked, name: place.split('node_modules/').at(-1) ?? '' }));
const productionPackages = lockedPackages.filter(({ dev }) => !dev);

/** Licences of packages without a `license` in the lock file. */
const MISSING_LICENCES: Record<string, string> = { busboy: 'MIT', streamsearch: 'MIT' };

const EXACT = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/u;

/** Licences that the site's packages may have. LGPL: libvips, which is an unmodified library next to the program. */
const ALLOWED_LICENCES = words(`
  0BSD Apache-2.0 BlueOak-1.0.0 BSD-0-Clause BSD-2-Clause BSD-3-Clause ISC LGPL-3.0-or-later MIT MIT-0 Unlicense`);

/** Returns the licences in an expression such as `Apache-2.0 AND MIT`. */
const partsOf = (expression: string): string[] =>
  expression.split(/[()\s]+/u).filter((part) => part !== '' && part !== 'AND' && part !== 'OR');

it('package.json has only exact versions', () => {
  expect(Object.keys(direct).length).toBeGreaterThan(30);
  expect(Object.entries(direct).filter(([, version]) => !EXACT.test(version))).toEqual([]);
});

it('the lock file has the digest but not the registry URL of every package', () => {
  expect(lockedPackages.length).toBeGreaterThan(300);
  expect(lockedPackages.filter(({ integrity }) => !integrity?.startsWith('sha512-'))).toEqual([]);
  expect(lockedPackages.filter(({ resolved }) => resolved !== undefined)).toEqual([]);
});

it('the lock file does not list engines, because the project brings its own Node', () => {
  expect(lockedPackages.filter((one) => 'engines' in one)).toEqual([]);
});

it('package.json denies the install script of each package that has one', () => {
  const scripted = lockedPackages.filter(({ hasInstallScript }) => hasInstallScript);
  expect(project.allowScripts).toEqual(Object.fromEntries(scripted.map(({ name }) => [name, false])));
});

it('packages of the site work without their install scripts', () => {
  // The script of esbuild does nothing if the platform's package is installed.
  const scripted = productionPackages.filter(({ hasInstallScript }) => hasInstallScript);
  expect(scripted.map(({ name }) => name)).toEqual(['esbuild']);
});

it('package.json pins the same Node version for every platform', () => {
  const binaries = lockedPackages.filter(({ name }) => /^node(?:-bin)?(?:-setup|-\w+-\w+)?$/u.test(name));
  expect(binaries.map(({ name }) => name)).toEqual(Object.keys(project.optionalDependencies));
  expect(new Set(binaries.map(({ version }) => version)).size).toBe(1);
});

it('all runtime packages have an allowed licence', () => {
  const others = productionPackages
    .map(({ name, license = MISSING_LICENCES[name] ?? 'none' }) => ({ name, license }))
    .filter(({ license }) => partsOf(license).some((part) => !ALLOWED_LICENCES.includes(part)));
  expect(others).toEqual([]);
});

/** Documents and the paths in them that look like files of this repository. */
const documents = readdirSync(root).filter((name) => name.endsWith('.md') && name !== 'CHANGELOG.md');
const namedIn = (document: string): string[] => [
  ...new Set(
    [
      ...readFileSync(path.join(root, document), 'utf8').matchAll(
        /`((?:src|views|test|public|locales)\/[^`\s…*{]*)`/gu,
      ),
    ].map(([, name = '']) => name),
  ),
];

it.each(documents)('%s names only files that exist', (document) => {
  expect(namedIn(document).filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
});

const read = (name: string) => readFileSync(path.join(root, name), 'utf8');

it('.env.example has every setting with its default', () => {
  const example = parseEnv(read('.env.example'));
  const names = Object.keys(schema.shape).filter((name) => name !== 'NODE_ENV');
  expect(Object.keys(example).sort()).toEqual(names.sort());
  expect({ ...readConfig(example), siteUrlIsGuessed: true }).toEqual(readConfig({}));
});

it('the Containerfile runs existing commands on the required Node', () => {
  const text = read('src/deploy/Containerfile');
  const images = [text, read('src/deploy/compose.yaml')].flatMap((file) =>
    [...file.matchAll(/BASE_IMAGE(?:=|:-)\S+\/library\/node:(\d+)-/gu)].map(([, version]) => version),
  );
  const [, major] = /MIN_NODE_MAJOR = (\d+)/u.exec(read('src/lib/check-node.cjs')) ?? [];
  expect(images.length).toBeGreaterThan(1);
  expect(new Set(images)).toEqual(new Set([major]));
  const scripts = [...text.matchAll(/npm run (\S+)/gu)].map(([, name]) => name);
  expect(Object.keys(project.scripts)).toEqual(expect.arrayContaining(scripts));
  const [, program = ''] = /^CMD \["node", "dist\/(.+)\.js"\]$/mu.exec(text) ?? [];
  expect(existsSync(path.join(root, 'src', `${program}.ts`))).toBe(true);
});
