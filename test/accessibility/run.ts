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

async function main(): Promise<number> {
  const { folder, url, wanted, seed } = readArguments();
  await using browser = await launchChromium();
  const own = url ? undefined : await startOwnSites();
  const base = url ?? own?.base ?? '';
  const onPage = (done: number) => done % 10 === 0 && console.log(`${done} pages tested`);
  const pack = await evaluate({ browser, own, base, wanted, seed, folder, onPage });
  await own?.stop();
  await writePack(folder, pack);
  const { pages, problems, results, seconds } = pack;
  const failed = results.filter(({ verdict }) => verdict === 'failed');
  for (const { criterion, failures } of failed)
    console.log(
      `failed ${criterion.number} ${criterion.en}: ${failures[0]?.page.entry.url} ${failures[0]?.message}`,
    );
  for (const text of problems) console.error(`problem: ${text}`);
  console.log(
    `${pages.length} pages, ${failed.length} of ${results.length} criteria failed, ${seconds} s: ${path.join(folder, 'index.html')}`,
  );
  return failed.length + problems.length > 0 ? 1 : 0;
}

process.exitCode = await main().catch((error: Error) => {
  // A TypeError means wrong arguments.
  console.error(error instanceof TypeError ? USAGE : error);
  return 2;
});
