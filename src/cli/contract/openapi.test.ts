import { execFileSync, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { installPackages } from '../../../test/stress/editors/install.ts';
import { startDemoSite } from '../../../test/support/demo-site.ts';
import { localizePath, pageKinds } from '../../../test/support/page-kinds.ts';
import { serve } from '../../../test/support/serve.ts';
import { temporaryFolder, writeIn } from '../../../test/support/temporary-folder.ts';
import { paths } from '../../content/backend/client.ts';
import { createParsers } from '../../content/backend/parsers.ts';
import type { Parse } from '../../content/backend/sources.ts';
import type { Menu, RecordProblem } from '../../content/menu/menu.ts';
import { blockKinds, findBlockKind } from '../../content/menu/section-codes.ts';
import { passThroughSanitizer } from '../../content-folder/check-file.ts';
import { languages } from '../../i18n/languages.ts';
import { runAtOnce } from '../../lib/async.ts';
import { backendSections, definitions } from '../../site/sections/definitions.ts';
import { runBackendDoctor } from '../doctor/run.ts';
import { buildContract } from './openapi.ts';
import { recordTypes } from './record-types.ts';

type Raw = Record<string, unknown>;
type Media = { examples: { demo: { value: { data: unknown } } } };
type Operation = {
  parameters: { name?: string; schema?: Raw }[];
  responses: { 200: { content: { 'application/json': Media } } };
};
type Contract = {
  paths: Record<string, { get: Operation }>;
  components: { schemas: Record<string, { required?: string[]; properties: Record<string, Raw> }> };
};

const contract = (await buildContract()) as Contract;
const contractPaths = Object.keys(contract.paths);

const parsers = createParsers('en', passThroughSanitizer);
const parse: Record<string, Parse<unknown>> = {
  [paths.menu]: parsers.menu,
  [paths.group]: parsers.group,
  [paths.common]: parsers.common,
  [paths.home]: parsers.home,
  [paths.homeComponents]: parsers.homeComponents,
  [paths.articles]: parsers.articles,
  [paths.article]: parsers.article,
  [paths.search]: parsers.articles,
  [paths.declare]: parsers.intake,
};
for (const { path: own, parse: read } of Object.values(backendSections))
  parse[own] = (data, problems) => read(data, problems, parsers.fields);

/** Parses the data of a path as the site does. Returns the problems, also of data that it rejects. */
function problemsOf(of: string, data: unknown): RecordProblem[] {
  const problems: RecordProblem[] = [];
  try {
    runAtOnce(parse[of]?.(data, problems) ?? expect.unreachable(of));
  } catch (error) {
    problems.push({ record: '', problem: String(error), isLeftOut: true });
  }
  return problems;
}

const exampleOf = <T>(of: string): T =>
  contract.paths[of]?.get.responses[200].content['application/json'].examples.demo.value.data as T;

it('the contract describes every path of the client and of the sections', () => {
  const all = [...Object.values(paths), ...Object.values(backendSections).map((section) => section.path)];
  expect(contractPaths.toSorted()).toEqual(all.toSorted());
  expect(all).toHaveLength(14);
});

it('the contract lists the query parameters that the site sends', () => {
  const names = ({ get }: { get: Operation }) => get.parameters.flatMap(({ name }) => name ?? []);
  expect(
    Object.fromEntries(Object.entries(contract.paths).map(([of, item]) => [of, names(item)])),
  ).toMatchObject({
    [paths.menu]: [],
    [paths.group]: ['code'],
    [paths.common]: ['componentCode'],
    [paths.articles]: ['pageNo', 'pageSize', 'columnCode'],
    [paths.article]: ['id'],
    [paths.search]: ['keyword', 'pageNo', 'pageSize'],
    [paths.declare]: ['componentCode'],
  });
});

it('the contract fixes the code of the intake, and says when an article needs content', () => {
  const { parameters = [] } = contract.paths[paths.declare]?.get ?? {};
  expect(parameters.find(({ name }) => name === 'componentCode')?.schema).toEqual({ const: 'declare' });
  expect(contract.components.schemas.Article?.properties.content?.description).toBe(
    'HTML; required unless there are attachments',
  );
});

it.each(contractPaths)('the site reads the example of %s without a problem', (of) => {
  expect(problemsOf(of, exampleOf(of))).toEqual([]);
});

/** Returns the example of a path with one record. */
function withRecord(of: string, change: (record: Raw) => Raw): unknown {
  const data = exampleOf<Raw | Raw[]>(of);
  if (Array.isArray(data)) return [change(data[0] ?? {})];
  return recordTypes[of]?.shape === 'page' ? { list: [change((data.list as Raw[])[0] ?? {})] } : change(data);
}

it.each(contractPaths)('the site requires exactly the required fields of %s', (of) => {
  const { required = [], properties } =
    contract.components.schemas[recordTypes[of]?.name ?? ''] ?? expect.unreachable(of);
  // An article without content needs attachments.
  const optional = Object.keys(properties).filter((name) => name !== 'content');
  for (const empty of [undefined, null, '']) {
    const needed = optional.filter((name) =>
      problemsOf(
        of,
        withRecord(of, (record) => ({ ...record, [name]: empty })),
      ).some(({ isLeftOut }) => isLeftOut),
    );
    expect(needed.toSorted()).toEqual(required.toSorted());
  }
});

it('the example has a menu item of each section and a home page block of each kind', () => {
  const menu = runAtOnce(parsers.menu(exampleOf(paths.menu), [])) as Menu;
  const kinds = new Set([...menu.byKey.values()].map(({ kind }) => kind));
  expect([...kinds].toSorted()).toEqual(Object.keys(definitions).toSorted());
  expect(menu.privacy).toBeDefined();
  const { list } = exampleOf<{ list: { componentCode: string }[] }>(paths.homeComponents);
  expect(list.map(({ componentCode }) => findBlockKind(componentCode)).toSorted()).toEqual(
    blockKinds.toSorted(),
  );
});

const PACKAGES = { '@seriousme/openapi-schema-validator': '2.11.0', '@stoplight/prism-cli': '5.16.0' };

/** Starts Prism, which responds with the examples. Returns its origin. */
async function startMockServer(packages: string, file: string): Promise<string> {
  const program = path.join(packages, '@stoplight/prism-cli/dist/index.js');
  const server = spawn(process.execPath, [program, 'mock', '--multiprocess=false', '-p', '0', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void server.kill('SIGKILL'));
  for await (const line of createInterface(server.stdout)) {
    const [, origin] = /listening on (http:\S+)/u.exec(line) ?? [];
    if (origin) {
      server.stdout.resume();
      return origin;
    }
  }
  throw new Error('the mock server ended');
}

const COLUMN = 'Group News';

it('the mock server of another project serves a site from the contract', { tags: ['matrix'] }, async () => {
  await using folder = await temporaryFolder('contract');
  const file = await writeIn(folder.path, 'openapi.json', JSON.stringify(contract));
  const packages = path.join(await installPackages({ name: 'Prism', packages: PACKAGES }), 'node_modules');
  const validator = path.join(packages, '@seriousme/openapi-schema-validator/bin/validate-api-cli.js');
  expect(JSON.parse(execFileSync(process.execPath, [validator, file], { encoding: 'utf8' }))).toEqual({
    valid: true,
  });

  const mock = await startMockServer(packages, file);
  const violations: string[] = [];
  const backend = await serve(async ({ url = '', headers }, response) => {
    // The mock server returns the first example for all codes, but only an item without common data shows articles.
    const hasArticles = new URL(url, mock).searchParams.get('componentCode') === COLUMN;
    const answer = await fetch(mock + url, {
      headers: {
        'Accept-Language': headers['accept-language'] ?? '',
        ...(hasArticles && { Prefer: 'example=none' }),
      },
    });
    if (answer.headers.has('sl-violations'))
      violations.push(`${url}: ${answer.headers.get('sl-violations')}`);
    response.writeHead(answer.status).end(await answer.text());
  });
  const settings = { API_BASE_URL: backend };
  expect(await runBackendDoctor(settings, folder.path, new PassThrough().resume())).toBe(false);
  await using site = await startDemoSite({ environment: settings });
  const { id, title } = exampleOf<{ id: string; title: string }>(paths.article);
  const pages = pageKinds.filter(
    (kind) => kind.status === 200 && kind.site === 'demo' && kind.name !== 'article',
  );
  const articles = languages.map((language) => ({
    name: 'article',
    path: localizePath(language, `/news/group-news/${id}`),
  }));
  const { title: heading } = exampleOf<{ title: string }>(paths.home);
  const [{ remarkContent: words } = { remarkContent: '' }] = exampleOf<{ remarkContent: string }[]>(
    paths.common,
  );
  const commonText = /[^<>]{30,}/u.exec(words)?.[0] ?? expect.unreachable(words);
  const expected: Record<string, string> = {
    home: heading,
    'page with sections': commonText,
    'page with an article list': commonText,
    'third level': commonText,
    'leaf page': commonText,
    'privacy notice': commonText,
    contact: exampleOf<{ email: string }>(paths.group).email,
    sitemap: `/news/group-news/${id}`,
    article: title,
    'article list': title,
    'article list, page 2': title,
    'search with hits': title,
    'search without hits': title,
    'search without a word': 'id="_keyword-again"',
    application: 'name="companyName"',
    ...Object.fromEntries(
      Object.entries(backendSections).map(([kind, section]) => {
        const data = exampleOf<Raw[] | { list: Raw[] }>(section.path);
        const [record] = Array.isArray(data) ? data : data.list;
        return [kind, String(record?.title ?? record?.name)];
      }),
    ),
  };
  for (const { name, path: address } of [...pages, ...articles, { name: 'sitemap', path: '/sitemap.xml' }]) {
    const response = await fetch(site.base + address);
    const body = await response.text();
    const text = expected[name] ?? expect.unreachable(name);
    expect([address, response.status, body.includes(text)]).toEqual([address, 200, true]);
  }
  expect(violations).toEqual([]);
});
