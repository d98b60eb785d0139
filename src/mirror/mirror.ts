import type { Writable } from 'node:stream';
import { prepareFolders, readConfig } from '../config/config.ts';
import { openMirrorFolder } from './mirror-folder.ts';
import { type MirroredSite, startMirroredSite } from './mirrored-site.ts';
import { createProgress } from './progress.ts';
import { FetchFailed } from './save-response.ts';
import { HOME_PAGES, seedsOf } from './seeds.ts';
import { writeMirror } from './write-mirror.ts';

type Options = {
  /** Writes one line for each changed file. */
  listsChanges: boolean;
  out: Writable & { isTTY?: boolean };
  report: (message: string) => void;
};

const SIGNS = { new: '+', changed: '~', gone: '-' };
const MEGABYTE = 1_000_000;

/**
 * Writes the site to a folder as plain files and reports what could not be fetched. Returns whether the mirror is complete. Rejects
 * if the settings are invalid, the content is missing or the folder cannot be used; an older mirror is unchanged then.
 */
export async function mirror(folder: string, options: Options): Promise<boolean> {
  const settings = readConfig();
  prepareFolders(settings);
  if (settings.siteUrlIsGuessed)
    options.report(`SITE_URL is not set: the mirror's pages name ${settings.siteUrl} as their own`);
  const site = await startMirroredSite(settings);
  try {
    await requireHomePages(site);
    return await writeTo(folder, site, options);
  } finally {
    await site.close();
  }
}

/** Rejects if the home pages cannot be fetched. */
async function requireHomePages({ get, services }: MirroredSite): Promise<void> {
  for (const address of HOME_PAGES) {
    const { response, failure } = await get(address);
    for await (const _piece of response);
    if (response.statusCode !== 200)
      throw new FetchFailed(
        `the content cannot be read: ${address} responds with ${failure() ?? response.statusCode}`,
        false,
      );
  }
  // Error pages need the menu.
  await services.readiness.start();
}

async function writeTo(folder: string, site: MirroredSite, { listsChanges, out, report }: Options) {
  const startedAt = performance.now();
  const files = await openMirrorFolder(folder);
  const progress = createProgress(out);
  const changes = { new: 0, changed: 0, gone: 0 };
  let failures = 0;
  try {
    const { pages, files: others } = await writeMirror(site, files, await seedsOf(site.services), {
      onChange: (change, file) => {
        changes[change] += 1;
        if (listsChanges) out.write(`${SIGNS[change]} ${file}\n`);
      },
      onFailure: (failure) => {
        failures += 1;
        progress.end();
        report(failure);
      },
      onStep: progress.show,
    });
    progress.end();
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const size = (files.bytes() / MEGABYTE).toFixed(1);
    if (out.isTTY || !listsChanges)
      out.write(
        `${pages} pages and ${others} files, ${size} MB, in ${seconds} s: ${changes.new} new, ${changes.changed} changed, ${changes.gone} removed\n`,
      );
    return failures === 0;
  } finally {
    await files.close();
  }
}
