import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startDemoSite } from '../support/demo-site.ts';
import { TEST_ANSWER } from '../support/form-client.ts';
import { arrived, slowUploads, TEN_MEGABYTES } from './slow-uploads.ts';

const options = { uploads: 20, fileBytes: TEN_MEGABYTES, kbitPerSecond: 256 };
const MAX_MB_OVER_IDLE = 60;

const dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-slow-'));
const site = await startDemoSite({
  environment: { DATA_DIR: dataDir, CAPTCHA_TEST_ANSWER: TEST_ANSWER, RATE_LIMIT_PER_MINUTE: '0' },
});
const figures = await slowUploads(site, site.pid, options);
await site.stop();
const whole = [...(await arrived(dataDir)).values()].filter(([bytes]) => bytes === options.fileBytes).length;
await rm(dataDir, { recursive: true, force: true });
const mbOverIdle = Math.round(figures.peakMb - figures.idleMb);
console.log(JSON.stringify({ ...options, ...figures, whole, mbOverIdle }, null, 2));
process.exit(whole === options.uploads && mbOverIdle <= MAX_MB_OVER_IDLE ? 0 : 1);
