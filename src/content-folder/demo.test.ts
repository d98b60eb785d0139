import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { languages } from '../i18n/languages.ts';

const root = path.join(import.meta.dirname, 'demo');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const filesIn = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));

const picturesIn = (text: string): string[] =>
  [...text.matchAll(/\/files\/pictures\/([\w.-]+)/gu)].map(([, name = '']) => name);

describe.each(languages)('the demo content in %s', (language) => {
  const articles = filesIn(`${language}/articles`);

  it('uses each image in at most one article of the demo content', () => {
    const uses = new Map<string, string[]>();
    for (const file of articles)
      for (const name of picturesIn(read(file)))
        uses.set(name, [...(uses.get(name) ?? []), path.basename(file)]);
    expect([...uses].filter(([, files]) => files.length > 1)).toEqual([]);
  });
});

it('the demo content references every image in its folder and no others', () => {
  const used = new Set(
    languages.flatMap((language) => filesIn(language).flatMap((file) => picturesIn(read(file)))),
  );
  expect([...used].sort()).toEqual(readdirSync(path.join(root, 'files/pictures')).sort());
});
