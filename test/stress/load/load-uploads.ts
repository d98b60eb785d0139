import { setTimeout as wait } from 'node:timers/promises';
import { startDemoSite } from '../../support/demo-site.ts';
import { TEST_SETTINGS } from '../../support/form-client.ts';
import { lowerPriority } from '../../support/lower-priority.ts';
import { residentMb, watchMemory } from '../../support/processes.ts';
import { startTestStore } from '../../support/test-store.ts';
import { visitPages } from './support/pages.ts';
import { keptDigests, readyToUpload, type UploadOptions } from './uploads.ts';

/** Time in which the memory of the warm-up is released. */
const SETTLE_MS = 2000;

/** Statuses of the last response that say that a file is stored. */
const TAKEN = [303, 200, 204];

/** The warm-up uploads a small file for each visitor, and one of full size in each way. */
const WARM_BYTES = 200_000;
const WARM_UPLOADS = 3;

/** Uploads files of many visitors concurrently, and measures the site's memory and page response times. */
export async function loadByUploads(options: UploadOptions, usesPostgresS3 = false) {
  await using stack = new AsyncDisposableStack();
  const { place, environment, postgres } = await startTestStore(stack, 'load', usesPostgresS3);
  using _database = postgres && lowerPriority(postgres.pid());
  await using site = await startDemoSite({ environment: { ...TEST_SETTINGS, ...environment } });
  using pages = visitPages(site.base);
  // Warms up, because the memory of modules that the first files and visits load should not be counted.
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
