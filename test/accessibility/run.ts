import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Language, languages } from '../../src/i18n/languages.ts';
import { launchChromium } from '../support/tools.ts';
import { audit } from './audit.ts';
import type { Entry } from './check.ts';
import { checks } from './checks/index.ts';
import { earl } from './earl.ts';
import { fileName } from './frame.ts';
import { startOwnSites } from './own-site.ts';
import { acrHtml, reportHtml } from './report.ts';
import { judge, type Pack, withComparisons } from './results.ts';
import { readSample, type Sample } from './sample.ts';

const USAGE =
  'Usage: npm run accessibility -- DIR [--url https://www.example.com] [--lang zh,en] [--seed NUMBER]';

function readArguments() {
  const options = { url: { type: 'string' }, lang: { type: 'string' }, seed: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [folder, ...more] = positionals;
  const wanted = (values.lang ?? languages.join()).split(',') as Language[];
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1e6));
  const isRight =
    folder &&
    more.length === 0 &&
    wanted.every((one) => languages.includes(one)) &&
    Number.isSafeInteger(seed);
  if (!isRight || (values.url !== undefined && !URL.canParse(values.url))) throw new Error('wrong arguments');
  return { folder: path.resolve(folder), url: values.url && new URL(values.url).origin, wanted, seed };
}

/** Whether a site is one of this product. */
async function problemOf(base: string): Promise<string | undefined> {
  try {
    const response = await fetch(`${base}/builds/latest.json`, { signal: AbortSignal.timeout(20_000) });
    const build = (await response.json().catch(() => ({}))) as { id?: string };
    return response.ok && build.id
      ? undefined
      : `${base} is not a site of this product: it has no /builds/latest.json`;
  } catch (error) {
    return `${base} cannot be reached: ${error instanceof Error ? String(error.cause ?? error.message) : error}`;
  }
}

export async function writePack(folder: string, pack: Pack): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const language of languages) {
    await writeFile(path.join(folder, fileName('index', language)), reportHtml(pack, language));
    await writeFile(path.join(folder, fileName('acr', language)), acrHtml(pack, language));
  }
  await writeFile(path.join(folder, 'evidence.jsonld'), JSON.stringify(earl(pack), null, 1));
}

/** Progress on one line of a terminal, or a line for every tenth page. */
function printer(total: number, startedAt: number) {
  return (done: number) => {
    const minutes = Math.ceil(((Date.now() - startedAt) / done) * ((total - done) / 60_000));
    const text = `page ${done} of ${total}, about ${minutes} min left`;
    if (process.stdout.isTTY) process.stdout.write(`\r${text}   ${done === total ? '\n' : ''}`);
    else if (done % 10 === 0 || done === total) console.log(text);
  };
}

async function main(): Promise<number> {
  const { folder, url, wanted, seed } = readArguments();
  const startedAt = new Date();
  const stop = new AbortController();
  const browser = await launchChromium({ handleSIGINT: false });
  process.once('SIGINT', () => {
    console.log('\nStopping: the report will have the pages so far.');
    stop.abort();
    void browser.close();
  });
  const own = url ? undefined : await startOwnSites();
  try {
    const base = url ?? own?.base ?? '';
    const problem = await problemOf(base);
    const problems = problem ? [problem] : [];
    const sample: Entry[] = [];
    let listed = 0;
    for (const language of wanted) {
      const read = await readSample(base, language, seed).catch(
        (error: Error): Sample => ({ sample: [], listed: 0, problems: [error.message] }),
      );
      // Of a site that is not ours only the home page is tested.
      sample.push(...(problem ? read.sample.slice(0, 1) : read.sample), ...(own?.states(language) ?? []));
      problems.push(...(problem ? [] : read.problems));
      listed += read.listed;
    }
    console.log(`${base}: ${sample.length} pages, seed ${seed}`);
    const onPage = printer(sample.length, Date.now());
    const audited = await audit(sample, { browser, checks, folder, signal: stop.signal, onPage });
    const pages = withComparisons(audited.pages);
    problems.push(...audited.problems);
    const seconds = Math.round((Date.now() - startedAt.getTime()) / 1000);
    const results = judge(pages);
    const pack = {
      base,
      pages,
      planned: sample.length,
      listed,
      seed,
      problems,
      isLive: !own,
      isPartial: stop.signal.aborted,
      startedAt,
      seconds,
      results,
    };
    await writePack(folder, pack);
    const failed = results.filter(({ verdict }) => verdict === 'failed');
    for (const { criterion, failures } of failed)
      console.log(
        `failed ${criterion.number} ${criterion.en}: ${failures[0]?.page.entry.url} ${failures[0]?.message}`,
      );
    for (const text of problems) console.error(`problem: ${text}`);
    console.log(
      `${pages.length} pages, ${failed.length} of ${results.length} criteria failed, ${seconds} s: ${path.join(folder, 'index.html')}`,
    );
    return failed.length + problems.length > 0 || stop.signal.aborted ? 1 : 0;
  } finally {
    await browser.close();
    await own?.stop();
  }
}

if (import.meta.main) {
  process.exitCode = await main().catch((error: Error) => {
    console.error(error.message === 'wrong arguments' || 'code' in error ? USAGE : error);
    return 2;
  });
}
