import pino from 'pino';
import { expect, it } from 'vitest';
import { passThroughSanitizer } from '../../content-folder/check-file.ts';
import { removeSignature } from '../../media/media-urls.ts';
import type { RecordProblem } from '../menu/menu.ts';
import { createCache } from './cache.ts';
import { createContent } from './content.ts';
import { noCopies } from './content-copies.ts';
import { compareSeverity, createRecordLog } from './sources.ts';

type Line = { level: number; path: string; record: string; problem: string };
const PATH = '/column/list';
const PROBLEM = { record: '7', problem: 'title: missing' };
const WARN = 40;

function logging() {
  const lines: Line[] = [];
  const log = pino(
    { level: 'trace' },
    { write: (line: string) => void lines.push(JSON.parse(line) as Line) },
  );
  return { lines, report: createRecordLog(log) };
}

it('logs at most a hundred problems per response', () => {
  const { lines, report } = logging();
  const problems = Array.from({ length: 100_000 }, (_, id) => ({ ...PROBLEM, record: `${id}` }));
  for (const _time of [1, 2]) report(PATH, [], problems, 'v1');
  expect(lines).toHaveLength(100);
});

it('calls onLimit once for each exceeded limit of a response', () => {
  const limits: string[] = [];
  const report = createRecordLog(pino({ enabled: false }), (path, limit) => limits.push(`${path} ${limit}`));
  for (const _time of [1, 2]) report(PATH, [], [PROBLEM, { ...PROBLEM, record: '8', limit: 'text' }], 'v1');
  expect(limits).toEqual([`${PATH} text`]);
});

it('logs each problem of a response only once', () => {
  const { lines, report } = logging();
  report(PATH, [], [], 'v1');
  for (const _time of [1, 2]) report(PATH, [], [PROBLEM, { ...PROBLEM, record: '8' }, PROBLEM], 'v1');
  expect(lines).toHaveLength(2);
  expect(lines).toMatchObject([{ level: WARN, path: PATH, ...PROBLEM }, { record: '8' }]);
});

it.each<[name: string, ...Parameters<ReturnType<typeof createRecordLog>>]>([
  ['another version', PATH, [], [PROBLEM], 'v2'],
  ['another problem', PATH, [], [{ ...PROBLEM, problem: 'id: missing' }], 'v1'],
])('logs a known problem again for %s', (_name, ...again) => {
  const { lines, report } = logging();
  report(PATH, [], [PROBLEM], 'v1');
  report(...again);
  expect(lines).toHaveLength(2);
});

it('logs a problem once and without signatures if only the signature of a URL in it changes', () => {
  const { lines, report } = logging();
  for (const signature of ['one', 'two']) {
    const problem = `removed <video> https://store.example/a.mp4?sig=${signature}&e=1`;
    report(PATH, [], [{ record: '7', problem }], 'v1');
  }
  expect(lines.map(({ problem }) => problem)).toEqual(['removed <video> https://store.example/a.mp4']);
});

it('reports limits before records that are left out, and these before other problems', () => {
  const problems: RecordProblem[] = [
    PROBLEM,
    { ...PROBLEM, record: '8', isLeftOut: true },
    { ...PROBLEM, record: '9', limit: 'text' },
  ];
  expect(problems.toSorted(compareSeverity).map(({ record }) => record)).toEqual(['9', '8', '7']);
});

type Item = Record<string, unknown>;
const ITEM = { id: 1, code: 'News', name: 'News', haveDetail: true };
const CHILD = { id: 2, code: 'Fund', parentId: 1 };

/** Returns the version of a response that contains these items. */
async function versionOf(path: 'menu' | 'common', items: readonly Item[]): Promise<string | undefined> {
  const content = createContent({
    client: { get: async () => ({ data: items, body: Buffer.from('[]') }) },
    cache: createCache({ freshMs: 0, staleMs: 0, onStale: () => undefined }),
    copies: noCopies,
    report: () => undefined,
    sanitizerFor: () => ({
      ...passThroughSanitizer,
      mediaHref: removeSignature,
      html: (html) => ({ html: [removeSignature(html)], text: '', removed: [html], work: 0 }),
    }),
    timeoutMs: 1000,
  });
  const reader = content.reader('en');
  await (path === 'menu' ? reader.menu() : reader.common('intro'));
  return [...reader.dependencies.versions.values()][0];
}

it.each<[string, 'menu' | 'common', Item[], Item[]]>([
  [
    'the signature of a picture',
    'menu',
    [{ ...ITEM, picUrl: '/a.png?sig=1&se=1' }],
    [{ ...ITEM, picUrl: '/a.png?sig=2&se=2' }],
  ],
  ['a field that the site does not use', 'menu', [{ ...ITEM, views: 1 }], [{ ...ITEM, views: 2 }]],
  [
    'the signature of a removed element',
    'common',
    [{ id: 1, remarkContent: '/a.mp4?sig=1' }],
    [{ id: 1, remarkContent: '/a.mp4?sig=2' }],
  ],
])('%s does not change the version', async (_what, path, before, after) => {
  expect(await versionOf(path, after)).toBe(await versionOf(path, before));
});

it.each<[string, 'menu' | 'common', Item[], Item[]]>([
  ['another name', 'menu', [ITEM], [{ ...ITEM, name: 'Press' }]],
  ['another parent', 'menu', [ITEM, CHILD], [ITEM, { ...CHILD, parentId: 0 }]],
  ['another order', 'menu', [ITEM, { ...CHILD, parentId: 0 }], [{ ...CHILD, parentId: 0 }, ITEM]],
  ['another picture', 'menu', [{ ...ITEM, picUrl: '/a.png?sig=1' }], [{ ...ITEM, picUrl: '/b.png?sig=1' }]],
  ['another text', 'common', [{ id: 1, remarkContent: 'a' }], [{ id: 1, remarkContent: 'b' }]],
])('%s changes the version', async (_what, path, before, after) => {
  expect(await versionOf(path, after)).not.toBe(await versionOf(path, before));
});
