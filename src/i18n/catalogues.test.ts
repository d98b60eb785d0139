import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import en from '../../locales/en/site.json' with { type: 'json' };
import zh from '../../locales/zh/site.json' with { type: 'json' };
import { optionLabels } from '../../views/forms/field-labels.ts';
import { type OutcomeRow, outcomes } from '../applications/form/submission/outcomes.ts';
import { fieldNames, fields, textFields } from '../applications/rules/fields.ts';
import { foreignKinds } from '../applications/rules/file-types.ts';
import { CLIENT_LIMITS } from '../applications/rules/limits.ts';
import { fieldCodes, fileCodes, problemKey } from '../applications/rules/problems.ts';
import { errorTextKey, failures } from '../lib/failures.ts';
import { languages } from './languages.ts';
import { texts, translate } from './set-up.ts';

type Text = string | string[];
const catalogues: Record<string, Record<string, Text>> = { zh, en };
const keys = Object.keys(zh);
const PLURAL = /_(?:one|other)$/u;
const base = (key: string) => key.replace(PLURAL, '');
const bases = [...new Set(keys.map(base))];
const placeholders = (text: string) => [...new Set(text.match(/\{\{[^}]*\}\}/gu))].sort();

const root = path.join(import.meta.dirname, '../..');
const source = ['src', 'views']
  .flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/u.test(entry.name))
  // The scripts take their texts from the page.
  .filter((entry) => !entry.parentPath.includes(path.join('src', 'browser')))
  .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
  .join('\n');

/** `texts.key` and `texts['key']`: the compiler checks that these exist, but other variables may have this name. */
const READS = [/\btexts(?:\(\w+\))?\.(\w+)/gu, /\btexts(?:\(\w+\))?\[\s*'(\w+)'/gu];
const CALLS = [/\bheading = '(\w+)'/gu, /\bt\(\s*'(\w+)'/gu, /\btranslate\(\s*[\w.]+,\s*'(\w+)'/gu];
const keysIn = (text: string, patterns: RegExp[]) =>
  patterns.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? ''));
const statuses = [...Object.values(failures).map(({ status }) => status), 0];
const inFailures = [...['404errorDes', '500errorMsg'], ...statuses.map(errorTextKey)];
const inOutcomes = Object.values<OutcomeRow>(outcomes).flatMap(
  ({ heading = [], text = [], reason = [], quote = [] }) => [heading, text, reason, quote].flat(),
);
const inLimits = Object.values(CLIENT_LIMITS)
  .map(({ message }) => message)
  .filter((message) => ![...fieldCodes, ...fileCodes].some((code) => code === message));
const problemKeys = [
  ...[...fieldCodes, ...fileCodes].map((code) => problemKey({ code })),
  ...foreignKinds.map((kind) => `${problemKey({ code: 'fileType' })}_${kind}`),
];
const fieldKeys = fieldNames.flatMap((name) => [
  name,
  ...['Hint', 'Options', 'Suggestions'].map((suffix) => name + suffix).filter((key) => bases.includes(key)),
]);
const requested = new Set<string>([
  ...keysIn(source, CALLS),
  ...inFailures,
  ...inOutcomes,
  ...inLimits,
  ...problemKeys,
  ...fieldKeys,
]);
const used = new Set<string>([...requested, ...keysIn(source, READS)]);

it('defines the same catalogue keys in the same order in both languages', () => {
  expect(Object.keys(en)).toEqual(keys);
});

it('uses the same placeholders in both languages', () => {
  for (const key of keys) {
    const [chinese, english] = [zh, en].map((all: Record<string, Text>) => [all[key] ?? ''].flat());
    expect([chinese, english].flat().map((text) => text?.trim())).not.toContain('');
    expect([key, english?.map(placeholders)]).toEqual([key, chinese?.map(placeholders)]);
  }
});

it('defines both forms of every plural', () => {
  const plurals = keys.filter((key) => PLURAL.test(key));
  expect(plurals).toEqual(
    plurals.map(base).flatMap((key, at) => (at % 2 ? [] : [`${key}_one`, `${key}_other`])),
  );
});

it('uses and defines every catalogue key', () => {
  expect(bases.filter((key) => !used.has(key))).toEqual([]);
  expect([...requested].filter((key) => !bases.includes(key))).toEqual([]);
});

it.each(languages)('labels every option of a choice: %s', (language) => {
  for (const name of textFields)
    expect(optionLabels(name, texts(language))).toHaveLength(fields[name].options?.length ?? 0);
});

it.each(['{{count}}', '$t(home)', '$1', '{{- keyword}}', 'R&D <b>'])(
  'treats %s in a value as plain text',
  (keyword) => {
    expect(translate('en', 'searchFound', { found: 2, keyword })).toBe(`2 for “${keyword}”`);
  },
);

/** A number that `quotedLimits` should fill in. */
const LIMIT = /(?<![\d}])\d+ ?(?:MB|days?|hours?|minutes?|files?|characters?|digits?|天|小时|分钟|个|字|位)/u;

it.each(Object.entries(catalogues))('quotes limits as placeholders in %s', (_language, catalogue) => {
  expect(Object.values(catalogue).filter((text) => LIMIT.test(JSON.stringify(text)))).toEqual([]);
});

it('puts no space between Chinese characters and Latin letters or digits', () => {
  const spaced = Object.values<Text>(zh)
    .flat()
    .filter((text) => /\p{Script=Han} [\w{]|[\w}] \p{Script=Han}/u.test(text));
  expect(spaced).toEqual([]);
});
