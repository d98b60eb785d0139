import { resumableUploads, WORKERS } from './resumable-uploads.ts';
import { slowUploads, TEN_MEGABYTES } from './slow-uploads.ts';

/** Of a process that answers. */
const MAX_MB_OVER_IDLE = 60;
const MAX_KB_A_BREAK = 256;
const MINUTE_MS = 60_000;
const SECOND_MS = 1000;

const seed = Number(process.argv[2] ?? Date.now() % 2 ** 31);
const resumed = await resumableUploads({
  seed,
  uploads: 20,
  fileBytes: TEN_MEGABYTES,
  kbitPerSecond: [128, 256],
  breakMs: [20 * SECOND_MS, 60 * SECOND_MS],
  killMs: [2 * MINUTE_MS, 5 * MINUTE_MS],
  restartMs: 3.5 * MINUTE_MS,
});
console.log(JSON.stringify(resumed, null, 2));
const figures = await slowUploads({ uploads: 20, fileBytes: TEN_MEGABYTES, kbitPerSecond: 256 });
console.log(JSON.stringify(figures, null, 2));
const isWell =
  resumed.whole === resumed.uploads &&
  resumed.kbSentAgainABreak <= MAX_KB_A_BREAK &&
  resumed.mbOverIdle <= WORKERS * MAX_MB_OVER_IDLE &&
  figures.mbOverIdle <= MAX_MB_OVER_IDLE &&
  figures.whole === figures.uploads;
process.exit(isWell ? 0 : 1);
