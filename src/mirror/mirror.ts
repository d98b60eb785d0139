import type { Writable } from 'node:stream';
import { checkFolders, readConfig } from '../config/config.ts';
import { openMirrorFolder } from './mirror-folder.ts';
import { type MirroredSite, startMirroredSite } from './mirrored-site.ts';
import { createProgress } from './progress.ts';
import { NotHad } from './save-response.ts';
import { FIRST, seedsOf } from './seeds.ts';
import { writeMirror } from './write-mirror.ts';

type Options = {
  /** Whether each file that changes is said, a line each. */
  tellsChanges: boolean;
  out: Writable & { isTTY?: boolean };
  report: (message: string) => void;
};

const SIGNS = { new: '+', changed: '~', gone: '-' };
const MEGABYTE = 1_000_000;

/**
 * Writes the site to a folder as plain files, and says what it could not get. Gives whether the mirror is whole. Rejects where
 * the settings are wrong, the content cannot be had or the folder cannot be used: an older mirror is then as it was.
 */
export async function mirror(folder: string, options: Options): Promise<boolean> {
  const settings = readConfig();
  checkFolders(settings);
  if (settings.siteUrlIsGuessed)
    options.report(`SITE_URL is not set: the mirror's pages name ${settings.siteUrl} as their own`);
  const site = await startMirroredSite(settings);
  try {
    await askFirst(site);
    return await writeTo(folder, site, options);
  } finally {
    await site.close();
  }
}

/** Rejects where the first addresses are not there. */
async function askFirst({ ask, services }: MirroredSite): Promise<void> {
  for (const address of FIRST) {
    const { response, failure } = await ask(address);
    for await (const _piece of response);
    if (response.statusCode !== 200)
      throw new NotHad(
        `the content cannot be had: ${address} says ${failure() ?? response.statusCode}`,
        false,
      );
  }
  // Error pages have a menu from now on.
  await services.readiness.start();
}

async function writeTo(folder: string, site: MirroredSite, { tellsChanges, out, report }: Options) {
  const startedAt = performance.now();
  const files = await openMirrorFolder(folder);
  const progress = createProgress(out);
  const changes = { new: 0, changed: 0, gone: 0 };
  let faults = 0;
  try {
    const { pages, files: others } = await writeMirror(site, files, await seedsOf(site.services), {
      onChange: (change, file) => {
        changes[change] += 1;
        if (tellsChanges) out.write(`${SIGNS[change]} ${file}\n`);
      },
      onFault: (fault) => {
        faults += 1;
        progress.end();
        report(fault);
      },
      onStep: progress.tell,
    });
    progress.end();
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const size = (files.bytes() / MEGABYTE).toFixed(1);
    if (out.isTTY)
      out.write(
        `${pages} pages and ${others} files, ${size} MB, in ${seconds} s: ${changes.new} new, ${changes.changed} changed, ${changes.gone} removed\n`,
      );
    return faults === 0;
  } finally {
    await files.close();
  }
}
