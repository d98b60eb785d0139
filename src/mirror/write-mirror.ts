import { languageFacts, languages } from '../i18n/languages.ts';
import { codeOf } from '../lib/copy-file.ts';
import { eachAtOnce } from '../lib/each-at-once.ts';
import { failures } from '../lib/failures.ts';
import { createFoundAddresses, type Found } from './found-addresses.ts';
import { type Change, type MirrorFolder, UnwritableFile } from './mirror-folder.ts';
import type { MirroredSite } from './mirrored-site.ts';
import type { Counts } from './progress.ts';
import { createSaver, FetchFailed } from './save-response.ts';

/** Concurrent requests: some wait for the backend while others keep the processor busy. */
const CONCURRENCY = 8;

/** Consecutive failures after which the run gives up. */
const MAX_CONSECUTIVE_FAILURES = 50;

/** Errors of the disk: no file can be written. */
const DISK_ERRORS = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES', 'EPERM', 'EMFILE', 'ENFILE'];

type Listener = {
  onChange: (change: Exclude<Change, 'same'> | 'gone', file: string) => void;
  onFailure: (failure: string) => void;
  onStep: (counts: Counts) => void;
};

/**
 * Writes everything that is linked from the seeds. After a failure no file is removed: the failed page may link to it. Returns the
 * number of pages and files.
 */
export async function writeMirror(
  { get, services }: Pick<MirroredSite, 'get' | 'services'>,
  folder: MirrorFolder,
  seeds: readonly string[],
  { onChange, onFailure, onStep }: Listener,
): Promise<{ pages: number; files: number }> {
  const { siteUrl } = services.config;
  const found = createFoundAddresses(onFailure);
  const put: MirrorFolder['put'] = async (file, ...content) => {
    const change = await folder.put(file, ...content);
    if (change !== 'same') onChange(change, file);
    return change;
  };
  const save = createSaver({ get, siteUrl, put, folder, found });
  const counts = { page: 0, file: 0 };
  let [saved, failed, consecutive] = [0, 0, 0];

  async function saveOne(address: Found, status?: number): Promise<void> {
    try {
      counts[await save(address, status)] += 1;
      consecutive = 0;
    } catch (error) {
      await handleFailure(address, error as Error);
    }
    saved += 1;
    onStep({ pages: counts.page, files: counts.file, left: found.list.length - saved });
  }

  async function handleFailure({ requested, file, from }: Found, error: Error): Promise<void> {
    if (DISK_ERRORS.includes(codeOf(error) ?? '')) throw error;
    onFailure(`${requested}: ${error.message}, linked by ${from}`);
    if (error instanceof UnwritableFile || (error instanceof FetchFailed && error.isGone)) return;
    failed += 1;
    consecutive += 1;
    await folder.keep(file);
    if (consecutive >= MAX_CONSECUTIVE_FAILURES)
      throw new Error(`${consecutive} failures one after another: given up`);
  }

  for (const seed of seeds) found.add(seed, 'the site itself');
  await eachAtOnce(CONCURRENCY, found.list, (address) => saveOne(address));
  for (const page of ERROR_PAGES) await saveOne(page, failures.notFound.status);
  if (failed === 0) for (const file of await folder.removeGone()) onChange('gone', file);
  return { pages: counts.page, files: counts.file };
}

/** Error pages that static hosts send for missing addresses. No menu item has such a name. */
const ERROR_PAGES: Found[] = languages.map((language) => {
  const { prefix } = languageFacts[language];
  const file = `${prefix}/404.html`;
  return { requested: `${prefix}/_404`, file: file.slice(1), href: file, from: 'static hosts' };
});
