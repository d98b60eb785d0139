import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { languages } from '../../src/i18n/languages.ts';
import { launchChromium } from '../support/tools.ts';
import { earl } from './earl.ts';
import { evaluate } from './evaluate.ts';
import { fileName } from './frame.ts';
import { startOwnSites } from './own-site.ts';
import { acrHtml, reportHtml } from './report.ts';
import type { Pack } from './results.ts';

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
function printProgress(done: number, total: number, startedAt: Date): void {
  const minutes = Math.ceil(((Date.now() - startedAt.getTime()) / done) * ((total - done) / 60_000));
  const text = `page ${done} of ${total}, about ${minutes} min left`;
  if (process.stdout.isTTY) process.stdout.write(`\r${text}   ${done === total ? '\n' : ''}`);
  else if (done % 10 === 0 || done === total) console.log(text);
}

async function main(): Promise<number> {
  const { folder, url, wanted, seed } = readArguments();
  await using browser = await launchChromium({ handleSIGINT: false });
  process.once('SIGINT', () => {
    console.log('\nStopping: the report will have the pages so far.');
    void browser.close();
  });
  const own = url ? undefined : await startOwnSites();
  const pack = await evaluate({
    browser,
    own,
    base: url ?? own?.base ?? '',
    wanted,
    seed,
    folder,
    onPage: printProgress,
  });
  await own?.stop();
  await writePack(folder, pack);
  const { pages, problems, results, seconds, isPartial } = pack;
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
