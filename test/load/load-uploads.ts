import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { residentMb } from '../bench/process-figures.ts';
import { startDemoSite } from '../support/demo-site.ts';
import { TEST_ANSWER } from '../support/form-client.ts';
import { watchMemory } from './support/memory.ts';
import { visitPages } from './support/pages.ts';
import { keptDigests, readyToUpload, type UploadOptions } from './uploads.ts';

/** How long pages are visited alone before and beside, in milliseconds. */
const IDLE_MS = 8000;

/** Small files of as many visitors, and some as large as those to come. */
const WARM_BYTES = 200_000;
const WARM_UPLOADS = 2;

/** Uploads of many visitors at once, with the memory of the site and the pages of others meanwhile. */
export async function loadByUploads(options: UploadOptions, idleMs = IDLE_MS) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-load-'));
  const environment = { DATA_DIR: dataDir, CAPTCHA_TEST_ANSWER: TEST_ANSWER, RATE_LIMIT_PER_MINUTE: '0' };
  const site = await startDemoSite({ environment });
  const pages = visitPages(site.base);
  try {
    // What the first files and visits make the site load and compile of its own is not the uploads'.
    for (const fileBytes of [WARM_BYTES, options.fileBytes]) {
      const uploads = fileBytes === WARM_BYTES ? options.uploads : WARM_UPLOADS;
      await (await readyToUpload(site, { uploads, fileBytes }))();
    }
    const warm = (await keptDigests(dataDir)).length;
    const upload = await readyToUpload(site, options);
    await wait(idleMs / 2);
    await pages.figures();
    await wait(idleMs);
    const idle = await pages.figures();
    const idleMb = residentMb(site.pid);
    const peak = watchMemory(site.pid);
    const sent = await upload();
    const meanwhile = await pages.figures();
    const peakMb = await peak();
    const kept = await keptDigests(dataDir);
    const lost = sent.digests.filter((digest) => !kept.includes(digest)).length;
    const { digests: _digests, statuses, ...time } = sent;
    return {
      ...options,
      ...time,
      refused: statuses.filter((status) => status !== 303 && status !== 200).length,
      kept: kept.length - warm,
      lost,
      idle,
      meanwhile,
      idleMb,
      peakMb,
    };
  } finally {
    pages.stop();
    await site.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
