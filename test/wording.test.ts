import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '..');

const FOLDERS = ['src', 'views', 'public/css', 'test'];
const SOURCE = /\.(?:tsx?|css)$/u;

/** Comments begin with a verb or a noun of the domain. */
const FIRST_WORD = /^(?:who|whose|whom|what|nobody|nothing|where|that)\b/iu;
const PHRASE =
  /\b(?:(?:is|are) told|hears? of|goes? on|gets? on|in milliseconds|for good|of late|leads? on|led on|who comes|stands? in for|the (?:road|way) of|has .{1,30} hear)\b/iu;
const COMMENT = /(?:^|\s|\{)\/\*\*?(?<block>.*?)\*\/|(?:^|\s)\/\/ (?<line>[^\n]*)$/gmsu;

/** Text of the comments of a file, without the stars of its lines. */
const commentsOf = (text: string): string[] =>
  [...text.matchAll(COMMENT)].map(({ groups }) =>
    (groups?.block ?? groups?.line ?? '').replace(/\s*\n\s*\*?\s*/gu, ' ').trim(),
  );

const isUnclear = (comment: string): boolean => FIRST_WORD.test(comment) || PHRASE.test(comment);

describe('the wording of comments', () => {
  it.each(FOLDERS)('follows the style guide in %s', (folder) => {
    const files = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' });
    const unclear = files
      .filter((name) => SOURCE.test(name) && !name.startsWith('wording.test'))
      .flatMap((name) =>
        commentsOf(readFileSync(path.join(root, folder, name), 'utf8'))
          .filter(isUnclear)
          .map((comment) => `${folder}/${name}: ${comment}`),
      );
    expect(unclear).toEqual([]);
  });

  it.each(['Who asks for it', 'The job is told of a change.', 'Where it stands.', 'times in milliseconds'])(
    '%j is unclear',
    (comment) => {
      expect(isUnclear(comment)).toBe(true);
    },
  );

  it.each(['Returns what it stores.', 'Retries what failed.'])('%j is clear', (comment) => {
    expect(isUnclear(comment)).toBe(false);
  });

  it('is checked in comments of every form, and nowhere else', () => {
    const text =
      "/** One */ /* two */ const url = 'https://group.example/x'; // three\n/**\n * Four\n * five.\n */";
    expect(commentsOf(text)).toEqual(['One', 'two', 'three', 'Four five.']);
  });
});
