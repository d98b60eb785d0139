import { setTimeout as wait } from 'node:timers/promises';
import { startDemoSite } from '../../support/demo-site.ts';
import { TEST_SETTINGS } from '../../support/form-client.ts';
import { lowerPriority } from '../../support/lower-priority.ts';
import { residentMb, watchMemory } from '../../support/processes.ts';
import { startTestStore } from '../../support/test-store.ts';
import { visitPages } from './support/pages.ts';
import { keptDigests, readyToUpload, type UploadOptions } from './uploads.ts';

/** The memory of the warm-up is released meanwhile. */
const SETTLE_MS = 2000;

/** How the last answer on each road says that the file is kept. */
const TAKEN = [303, 200, 204];

/** Small files of as many visitors, and one as large as those to come on each road. */
const WARM_BYTES = 200_000;
const WARM_UPLOADS = 3;

/** Concurrent uploads of many visitors; measures memory of the site and response times of pages. */
export async function loadByUploads(options: UploadOptions, usesPostgresS3 = false) {
  await using stack = new AsyncDisposableStack();
  const { place, environment, postgres } = await startTestStore(stack, 'load', usesPostgresS3);
  using _database = postgres && lowerPriority(postgres.pid());
  await using site = await startDemoSite({ environment: { ...TEST_SETTINGS, ...environment } });
  using pages = visitPages(site.base);
  // The first files and visits make the site load and compile modules: that memory is not counted as the uploads'.
  await (await readyToUpload(site, { ...options, fileBytes: WARM_BYTES }))();
  await (await readyToUpload(site, { ...options, uploads: WARM_UPLOADS }))();
  const warm = (await keptDigests(place)).length;
  const upload = await readyToUpload(site, options);
  await wait(SETTLE_MS);
  await pages.figures();
  using _visitors = lowerPriority(process.pid);
  const idleMb = residentMb(site.pid);
  const peak = watchMemory(site.pid);
  const { digests, statuses, seconds } = await upload();
  const meanwhile = await pages.figures();
  const peakMb = peak();
  const kept = await keptDigests(place);
  return {
    ...options,
    seconds,
    refused: statuses.filter((status) => !TAKEN.includes(status)).length,
    kept: kept.length - warm,
    lost: digests.filter((digest) => !kept.includes(digest)).length,
    meanwhile,
    idleMb,
    peakMb,
  };
}
