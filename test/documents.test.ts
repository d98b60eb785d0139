import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import markdownIt, { type Token } from 'markdown-it';
import { expect, it } from 'vitest';
import { root } from '../src/build/paths.ts';
import { schema } from '../src/config/schema.ts';

const MAX_WORDS = { 'README.md': 900, 'OPERATING.md': 3600 };
/** Chinese characters that replace an English word in technical texts. */
const HAN_PER_WORD = 1.7;

const HAN_OR_PUNCTUATION = /\p{Script=Han}|[\u3000-\u303f\uff00-\uffef]/gu;
const COMMENT = /(?:^|\s+)# .*$/u;
const SENTENCE_IN_QUOTES = /"(?=[^"]*[\s\p{Script=Han}])[\p{L}\p{M}\s,.，。、]+"/gu;
const URL_IN_HTML = /\b(?:src|href)="([^"]+)"/gu;
const SETTING = /\b[A-Z][A-Z0-9_]+\b/gu;
const COMMAND = /\b(?:npm run|plinth(?: applications)?) [a-z][\w:-]*/gu;

type At = { line: number };
/** `rank`: level and number of the heading. */
type Section = At & {
  title: string;
  rank: string;
  anchor: string;
  codes: (At & { rows: string[] })[];
  /** Number of cells, by row. */
  tables: (At & { rows: string[] })[];
  links: (At & { url: string })[];
  /** Visible asterisks: GitHub shows `**词。**词` as it is. */
  asterisks: (At & { text: string })[];
  /** Lines of inline code, settings and commands. */
  names: Map<string, number>;
};

const read = (name: string): string => readFileSync(path.join(root, name), 'utf8');
const chinese = (name: string): string => name.replace(/\.md$/u, '.zh-CN.md');

/** GitHub's anchor of a heading. */
const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');

const textOf = ({ children }: Token): string =>
  (children ?? []).map(({ type, content }) => (/^(?:text|code_inline)$/u.test(type) ? content : '')).join('');

function* urlsOf(token: Token): Generator<string> {
  const url = token.attrGet('href') ?? token.attrGet('src');
  if (url !== null) yield decodeURI(String(url));
  if (token.type.startsWith('html_'))
    for (const [, inHtml = ''] of token.content.matchAll(URL_IN_HTML)) yield inHtml;
}

function parse(document: string): Section[] {
  const text = read(document);
  const sections: Section[] = [];
  let line = 1;
  const tokens = markdownIt({ html: true }).parse(text, {});
  for (const [index, token] of tokens.entries()) {
    const { type, map, content } = token;
    line = (map?.[0] ?? line - 1) + 1;
    const heading = tokens[index + 1];
    if (type === 'heading_open' && heading) {
      const title = textOf(heading);
      const rank = `${token.tag} ${/^[\d.]+/u.exec(title)?.[0] ?? ''}`;
      const earlier = sections.filter((one) => anchorOf(one.title) === anchorOf(title)).length;
      const anchor = anchorOf(title) + (earlier > 0 ? `-${earlier}` : '');
      const nothing = { codes: [], tables: [], links: [], asterisks: [], names: new Map<string, number>() };
      sections.push({ line, title, rank, anchor, ...nothing });
    }
    const { codes, tables, links, asterisks, names } = sections.at(-1) ?? ({} as Section);
    if (!names) continue;
    if (/^(?:fence|code_block)$/u.test(type)) codes.push({ line, rows: content.trimEnd().split('\n') });
    if (type === 'table_open') {
      const rows = text.split('\n').slice(line - 1, map?.[1]);
      tables.push({ line, rows: rows.map((row) => `${row.split(/(?<!\\)\|/u).length - 2} cells`) });
    }
    for (const [setting] of content.matchAll(SETTING))
      if (Object.hasOwn(schema.shape, setting)) names.set(setting, line);
    for (const [command] of content.matchAll(COMMAND)) names.set(command, line);
    for (const part of [token, ...(token.children ?? [])]) {
      if (part.type === 'code_inline') names.set(part.content, line);
      if (part.type === 'text' && part.content.includes('**')) asterisks.push({ line, text: part.content });
      for (const url of urlsOf(part)) links.push({ line, url });
    }
  }
  return sections;
}

/** `section`: index of the section that the anchor names, -1 if there is none. */
function resolve(document: string, url: string) {
  const [target = '', anchor = ''] = url.split('#');
  const file = target || document;
  const isExternal = /^[a-z]+:/u.test(url);
  const hasAnchor = !isExternal && anchor !== '' && existsSync(path.join(root, file));
  const section = hasAnchor ? parse(file).findIndex((one) => one.anchor === anchor) : -1;
  return { isExternal, file, anchor, section };
}

/** Names and link targets of a section, with their lines. */
function factsOf(document: string, { names, links }: Section): Map<string, number> {
  const facts = new Map(names);
  for (const { url, line } of links) {
    const { isExternal, file, anchor, section } = resolve(document, url);
    const place = anchor === '' ? '' : `, heading ${section + 1}`;
    facts.set(isExternal ? url : `link to ${file.replace('.zh-CN', '')}${place}`, line);
  }
  return facts;
}

const comparable = (row: string): string => row.replace(COMMENT, '').replace(SENTENCE_IN_QUOTES, '"…"');

/** Returns what differs between a section and its translation: lines and text. */
function* compareRows(what: string, ours: Section['codes'], theirs: Section['codes']) {
  for (const [index, { line, rows }] of ours.entries()) {
    const other = theirs[index];
    for (let row = 0; row < Math.max(rows.length, other?.rows.length ?? 0); row += 1) {
      const [one = '(none)', two = '(none)'] = [rows[row], other?.rows[row]];
      if (comparable(one) === comparable(two)) continue;
      yield { line: line + row, otherLine: (other?.line ?? 0) + row, text: `${what} "${one}" | "${two}"` };
      break;
    }
  }
  if (theirs.length > ours.length)
    yield { line: 0, otherLine: theirs[ours.length]?.line, text: `${what} only in Chinese` };
}

function* compareSections(document: string, one: Section, two: Section) {
  yield* compareRows('code', one.codes, two.codes);
  yield* compareRows('table', one.tables, two.tables);
  const [ours, theirs] = [factsOf(document, one), factsOf(chinese(document), two)];
  for (const [fact, line] of ours)
    if (!theirs.has(fact)) yield { line, otherLine: two.line, text: `not in Chinese: ${fact}` };
  for (const [fact, line] of theirs)
    if (!ours.has(fact)) yield { line: one.line, otherLine: line, text: `only in Chinese: ${fact}` };
}

function differences(document: string): string[] {
  const [ours, theirs] = [parse(document), parse(chinese(document))];
  const describe = (line = 0, otherLine = 0, text = '') =>
    `${document}:${line}, ${chinese(document)}:${otherLine}: ${text}`;
  const last: Partial<Section> = { title: '(none)' };
  const differing = [...ours, ...theirs].findIndex((_, index) => ours[index]?.rank !== theirs[index]?.rank);
  const [one = last, two = last] = [ours[differing], theirs[differing]];
  if (differing >= 0) return [describe(one.line, two.line, `heading "${one.title}" | "${two.title}"`)];
  return ours
    .flatMap((section, index) => [...compareSections(document, section, theirs[index] ?? section)])
    .map(({ line, otherLine, text }) => describe(line, otherLine, text));
}

const pairs = Object.entries(MAX_WORDS);

it.each(pairs)('the Chinese %s has the same headings, code, names, links and tables', (document) => {
  expect(differences(document)).toEqual([]);
});

it.each(pairs)('%s and its translation are short enough', (document, max) => {
  // The bars of tables are not words.
  const count = (text: string) => text.split(/\s+/u).filter((token) => /[\p{L}\p{N}]/u.test(token)).length;
  const text = read(chinese(document));
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  expect(count(read(document))).toBeLessThanOrEqual(max);
  expect(count(text.replace(HAN_OR_PUNCTUATION, ' ')) + han / HAN_PER_WORD).toBeLessThanOrEqual(max);
});

it.each(readdirSync(root).filter((name) => name.endsWith('.md')))(
  '%s has no broken link, no uneven table and no visible asterisks',
  (document) => {
    const sections = parse(document);
    const isBroken = ({ url }: { url: string }) => {
      const { isExternal, file, anchor, section } = resolve(document, url);
      return !isExternal && (!existsSync(path.join(root, file)) || (anchor !== '' && section < 0));
    };
    const broken = sections.flatMap(({ links }) => links).filter(isBroken);
    const uneven = sections.flatMap(({ tables }) => tables).filter(({ rows }) => new Set(rows).size > 1);
    const asterisks = sections.flatMap((section) => section.asterisks);
    const describe = ({ line, ...what }: At) => `${document}:${line}: ${JSON.stringify(what)}`;
    expect([...broken, ...uneven, ...asterisks].map(describe)).toEqual([]);
  },
);

it('README.md and OPERATING.md name every command', () => {
  const commandsIn = (...args: string[]) => {
    const help = spawnSync(process.execPath, [path.join(root, 'src/cli/plinth.ts'), ...args, '--help']);
    return [...`${help.stdout}`.matchAll(/^ {2}([a-z]+)/gmu)].map(([, name = '']) => name);
  };
  const general = commandsIn();
  const others = commandsIn('applications').filter((name) => !general.includes(name));
  const commands = [...general, ...others.map((name) => `applications ${name}`)];
  const text = pairs.map(([document]) => read(document)).join();
  expect(commands.length).toBeGreaterThan(10);
  expect(commands.filter((name) => !text.includes(`plinth ${name}`))).toEqual([]);
});
