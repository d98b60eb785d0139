import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { options } from './borders.rules.ts';
import { percentile } from './support/report.ts';

type File = { name: string; text: string; lines: number };

/** The measured tree, which is this one or another checkout of the project. */
const root = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..'));

const CODE = /\.(?:tsx?|mjs)$/u;
const TEST = /\.test\.tsx?$/u;
const HELPER = /\/testing\//u;

const filesOf = (folder: string): File[] =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && CODE.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((name) => !name.startsWith('src/content-folder/demo/'))
    .map((name) => {
      const text = readFileSync(path.join(root, name), 'utf8');
      return { name, text, lines: text.trimEnd().split('\n').length };
    });

const linesOf = (files: File[]): number => files.reduce((sum, { lines }) => sum + lines, 0);

/** Returns `src/content/backend` for `src/content/backend/client.ts`, but `views` for `views/layout/header.tsx`. */
const folderOf = ({ name }: File): string => {
  const [top = '', ...rest] = name.split('/');
  return top === 'src' ? [top, ...rest.slice(0, -1).slice(0, 2)].join('/') : top;
};

const inTree = ['src', 'views', 'test'].flatMap(filesOf);
const isOfTests = ({ name }: File): boolean =>
  name.startsWith('test/') || TEST.test(name) || HELPER.test(name);
const source = inTree.filter((file) => !isOfTests(file));
const tests = inTree.filter(({ name }) => TEST.test(name));
const helpers = inTree.filter((file) => isOfTests(file) && !TEST.test(file.name));

async function violations(): Promise<string[]> {
  const { output } = await cruise(['src', 'views'], { ...options, baseDir: root });
  return (output as ICruiseResult).summary.violations.map(({ rule }) => rule.name);
}

const byFolder = Map.groupBy(source, folderOf);
console.table(
  [...byFolder]
    .map(([folder, files]) => ({ folder, files: files.length, lines: linesOf(files) }))
    .sort((one, other) => one.folder.localeCompare(other.folder)),
);

const lines = source.map((file) => file.lines);
const broken = await violations();
const { dependencies, devDependencies } = JSON.parse(
  readFileSync(path.join(root, 'package.json'), 'utf8'),
) as Record<'dependencies' | 'devDependencies', object>;

const figures = {
  'source, without the demo content': `${source.length} files, ${linesOf(source)} lines`,
  'lines of a file': `median ${percentile(lines, 0.5)}, 90th percentile ${percentile(lines, 0.9)}`,
  'imports upward': broken.filter((name) => / imports | takes |^no-node/u.test(name)).length,
  cycles: broken.filter((name) => name === 'no-cycle').length,
  packages: `${Object.keys(dependencies).length} to run, ${Object.keys(devDependencies).length} to build and test`,
  tests: `${tests.length} files, ${linesOf(tests)} lines`,
  helpers: `${helpers.length} files, ${linesOf(helpers)} lines`,
};
for (const [name, figure] of Object.entries(figures)) console.log(`${name}: ${figure}`);
