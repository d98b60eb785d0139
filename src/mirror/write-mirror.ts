import { languageFacts, languages } from '../i18n/languages.ts';
import { codeOf } from '../lib/copy-file.ts';
import { failures } from '../lib/failures.ts';
import { workThrough } from './crawl.ts';
import { createFoundAddresses, type Found } from './found-addresses.ts';
import { type Change, type MirrorFolder, UnwritableFile } from './mirror-folder.ts';
import type { MirroredSite } from './mirrored-site.ts';
import type { Counts } from './progress.ts';
import { createTaker, NotHad } from './save-response.ts';

/** Requests under way at once: they keep the processor busy, and some wait for the backend meanwhile. */
const AT_ONCE = 8;

/** After so many failures, one after another, nothing more is to be had. */
const MAX_FAILURES_ON_END = 50;

/** The disk does not do its part: no file can be written. */
const OF_THE_DISK = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES', 'EPERM', 'EMFILE', 'ENFILE'];

type Listener = {
  onChange: (change: Exclude<Change, 'same'> | 'gone', file: string) => void;
  onFault: (fault: string) => void;
  onStep: (counts: Counts) => void;
};

/**
 * Asks the site for everything that the seeds lead to, and writes it. Where something failed nothing is removed, because what
 * only the failed page names would be taken for gone. Gives how many pages and files there are.
 */
export async function writeMirror(
  { ask, services }: Pick<MirroredSite, 'ask' | 'services'>,
  folder: MirrorFolder,
  seeds: readonly string[],
  { onChange, onFault, onStep }: Listener,
): Promise<{ pages: number; files: number }> {
  const { siteUrl } = services.config;
  const found = createFoundAddresses(onFault);
  const put: MirrorFolder['put'] = async (file, ...content) => {
    const change = await folder.put(file, ...content);
    if (change !== 'same') onChange(change, file);
    return change;
  };
  const take = createTaker({ ask, siteUrl, put, folder, found });
  const counts = { page: 0, file: 0 };
  let [taken, failed, failedOnEnd] = [0, 0, 0];

  async function takeOne(address: Found, status?: number): Promise<void> {
    try {
      counts[await take(address, status)] += 1;
      failedOnEnd = 0;
    } catch (error) {
      await lose(address, error as Error);
    }
    taken += 1;
    onStep({ pages: counts.page, files: counts.file, left: found.list.length - taken });
  }

  async function lose({ asked, file, from }: Found, error: Error): Promise<void> {
    if (OF_THE_DISK.includes(codeOf(error) ?? '')) throw error;
    onFault(`${asked}: ${error.message}, named by ${from}`);
    if (error instanceof UnwritableFile || (error instanceof NotHad && error.isGone)) return;
    failed += 1;
    failedOnEnd += 1;
    await folder.keep(file);
    if (failedOnEnd >= MAX_FAILURES_ON_END) throw new Error(`${failedOnEnd} failures on end: given up`);
  }

  for (const seed of seeds) found.note(seed, 'the site itself');
  await workThrough(found.list, AT_ONCE, (address) => takeOne(address));
  for (const page of LOST_PAGES) await takeOne(page, failures.notFound.status);
  if (failed === 0) for (const file of await folder.removeGone()) onChange('gone', file);
  return { pages: counts.page, files: counts.file };
}

/** What static hosts answer for an address that they do not have; no menu item has such a name. */
const LOST_PAGES: Found[] = languages.map((language) => {
  const { prefix } = languageFacts[language];
  const file = `${prefix}/404.html`;
  return { asked: `${prefix}/_404`, file: file.slice(1), href: file, from: 'static hosts' };
});
