import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { languages } from '../i18n/languages.ts';

const root = path.join(import.meta.dirname, 'content');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const filesIn = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));

const picturesIn = (text: string): string[] =>
  [...text.matchAll(/\/files\/pictures\/([\w.-]+)/gu)].map(([, name = '']) => name);

describe.each(languages)('the demo content (%s)', (language) => {
  const articles = filesIn(`${language}/articles`);

  it('has no picture that serves two articles, or one article twice', () => {
    const uses = new Map<string, string[]>();
    for (const file of articles)
      for (const name of picturesIn(read(file)))
        uses.set(name, [...(uses.get(name) ?? []), path.basename(file)]);
    expect([...uses].filter(([, files]) => files.length > 1)).toEqual([]);
  });

  it('calls no drawing a photograph', () => {
    const captions = articles.flatMap((file) => [...read(file).matchAll(/<figcaption>.*?<\/figcaption>/gsu)]);
    expect(
      captions
        .flat()
        .filter((caption) => /photograph|picture:|file picture|摄）|供图|资料图片/iu.test(caption)),
    ).toEqual([]);
  });

  it('links the privacy notice where it is named as something to read', () => {
    const [sentence = ''] =
      /[^.。]*(?:in the <a[^>]*>privacy notice|按<a[^>]*>《隐私声明》)[^.。]*/u.exec(
        read(`${language}/articles/4007.html`),
      ) ?? [];
    const [, href = ''] = /href="([^"]*)"/u.exec(sentence) ?? [];
    const prefix = language === 'en' ? '/en' : '';
    expect(href).toBe(`${prefix}/privacy-notice`);
  });

  it('gives the postcode of the group a field of its own alone', () => {
    const { address, zipCode } = JSON.parse(read(`${language}/group.json`)) as Record<string, string>;
    expect(zipCode).toMatch(/^\d{6}$/u);
    expect(address).not.toContain(zipCode);
  });
});

it('the English demo content writes % and never per cent', () => {
  const inWords = filesIn('en').filter((file) => /\bper\s+cent\b/iu.test(read(file)));
  expect(inWords).toEqual([]);
});

it('every picture of the demo content is used, and every one that is named is there', () => {
  const used = new Set(
    languages.flatMap((language) => filesIn(language).flatMap((file) => picturesIn(read(file)))),
  );
  expect([...used].sort()).toEqual(readdirSync(path.join(root, 'files/pictures')).sort());
});
