import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { languages } from '../../src/i18n/languages.ts';
import { launchChromium } from '../support/tools.ts';
import { compare } from './across.ts';
import { audit } from './audit.ts';
import { checks } from './checks/index.ts';
import { earl } from './earl.ts';
import { fileName } from './frame.ts';
import { startOwnSites } from './own-site.ts';
import { acrHtml, reportHtml } from './report.ts';
import { judge, type Pack } from './results.ts';
import { readSample } from './sample.ts';

const USAGE =
  'Usage: npm run accessibility -- DIR [--url https://www.example.com] [--lang zh,en] [--seed NUMBER]';

function readArguments() {
  const options = { url: { type: 'string' }, lang: { type: 'string' }, seed: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [folder = '', ...more] = positionals;
  const wanted = languages.filter((language) => values.lang?.split(',').includes(language) ?? true);
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1e6));
  if (!folder || more.length > 0 || wanted.length === 0 || !Number.isSafeInteger(seed)) throw new TypeError();
  return { folder: path.resolve(folder), url: values.url && new URL(values.url).origin, wanted, seed };
}

/** Says why a URL is not a site of this product. */
async function problemsOf(base: string): Promise<string[]> {
  try {
    const response = await fetch(`${base}/builds/latest.json`, { signal: AbortSignal.timeout(20_000) });
    return response.ok ? [] : [`${base} is not a site of this product: it has no /builds/latest.json`];
  } catch (error) {
    return [`${base} cannot be reached: ${(error as Error).cause ?? error}`];
  }
}

async function writePack(folder: string, pack: Pack): Promise<void> {
  const write = (name: string, text: string) => writeFile(path.join(folder, name), text);
  await mkdir(folder, { recursive: true });
  for (const language of languages) {
    await write(fileName('index', language), reportHtml(pack, language));
    await write(fileName('acr', language), acrHtml(pack, language));
  }
  await write('evidence.jsonld', JSON.stringify(earl(pack), null, 1));
}

/** Prints progress on one line of a terminal, otherwise a line for every tenth page. */
function printProgress(done: number, total: number, startedAt: number): void {
  const minutes = Math.ceil(((Date.now() - startedAt) / done) * ((total - done) / 60_000));
  const text = `page ${done} of ${total}, about ${minutes} min left`;
  if (process.stdout.isTTY) process.stdout.write(`\r${text}   ${done === total ? '\n' : ''}`);
  else if (done % 10 === 0 || done === total) console.log(text);
}

async function main(): Promise<number> {
  const { folder, url, wanted, seed } = readArguments();
  const startedAt = new Date();
  await using browser = await launchChromium({ handleSIGINT: false });
  process.once('SIGINT', () => {
    console.log('\nStopping: the report will have the pages so far.');
    void browser.close();
  });
  const own = url ? undefined : await startOwnSites();
  const base = url ?? own?.base ?? '';
  const problems = await problemsOf(base);
  const samples = [];
  for (const language of wanted) samples.push(await readSample(base, language, seed, problems));
  const sample = [
    ...samples.flatMap((one) => one.sample),
    ...wanted.flatMap((language) => own?.statesOf(language) ?? []),
  ];
  console.log(`${base}: ${sample.length} pages, seed ${seed}`);
  const auditedAt = Date.now();
  const onPage = (done: number) => printProgress(done, sample.length, auditedAt);
  const { pages, problems: failures } = await audit(sample, { browser, checks, folder, onPage });
  const isPartial = !browser.isConnected();
  await own?.stop();
  problems.push(...failures);
  compare(pages);
  const results = judge(pages);
  const [planned, listed] = [sample.length, samples.reduce((sum, one) => sum + one.listed, 0)];
  const seconds = Math.round((Date.now() - startedAt.getTime()) / 1000);
  await writePack(folder, {
    base,
    pages,
    planned,
    listed,
    seed,
    problems,
    isLive: !own,
    isPartial,
    startedAt,
    seconds,
    results,
  });
  const failed = results.filter(({ verdict }) => verdict === 'failed');
  for (const { criterion, failures } of failed)
    console.log(
      `failed ${criterion.number} ${criterion.en}: ${failures[0]?.page.entry.url} ${failures[0]?.message}`,
    );
  for (const text of problems) console.error(`problem: ${text}`);
  console.log(
    `${pages.length} pages, ${failed.length} of ${results.length} criteria failed, ${seconds} s: ${path.join(folder, 'index.html')}`,
  );
  return failed.length + problems.length > 0 || isPartial ? 1 : 0;
}

process.exitCode = await main().catch((error: Error) => {
  // A TypeError means wrong arguments.
  console.error(error instanceof TypeError ? USAGE : error);
  return 2;
});
