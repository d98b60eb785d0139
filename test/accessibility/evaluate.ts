import type { Browser } from 'playwright';
import type { Language } from '../../src/i18n/languages.ts';
import { compare } from './across.ts';
import { audit } from './audit.ts';
import { checks } from './checks/index.ts';
import type { startOwnSites } from './own-site.ts';
import { judge, type Pack } from './results.ts';
import { readSample } from './sample.ts';

type Options = {
  browser: Browser;
  /** The project's own sites, which have states that are not tested on a live site. */
  own?: Awaited<ReturnType<typeof startOwnSites>>;
  base: string;
  wanted: readonly Language[];
  seed: number;
  /** Folder for evidence. */
  folder: string;
  onPage?: (done: number) => void;
};

/** Returns why a URL is not a site of this product, or an empty list if it is. */
async function problemsOf(base: string): Promise<string[]> {
  const signal = AbortSignal.timeout(20_000);
  const found = await fetch(`${base}/builds/latest.json`, { signal }).catch((error: Error) => error);
  if (found instanceof Error) return [`${base} cannot be reached: ${found.cause ?? found}`];
  return found.ok ? [] : [`${base} is not a site of this product: it has no /builds/latest.json`];
}

/** Checks a sample of a site's pages and judges each criterion. */
export async function evaluate({ browser, own, base, wanted, seed, folder, onPage }: Options): Promise<Pack> {
  const startedAt = new Date();
  const problems = await problemsOf(base);
  const samples = [];
  for (const language of wanted) samples.push(await readSample(base, language, seed, problems));
  const states = wanted.flatMap((language) => own?.statesOf(language) ?? []);
  const sample = [...samples.flatMap((one) => one.sample), ...states];
  console.log(`${base}: ${sample.length} pages, seed ${seed}`);
  const { pages, problems: failures } = await audit(sample, { browser, checks, folder, onPage });
  compare(pages);
  return {
    base,
    pages,
    listed: samples.reduce((sum, one) => sum + one.listed, 0),
    seed,
    problems: [...problems, ...failures],
    isLive: !own,
    startedAt,
    seconds: Math.round((Date.now() - startedAt.getTime()) / 1000),
    results: judge(pages),
  };
}
