import { MAX_MB_OVER_IDLE, MAX_PAGE_P99_MS } from '../../support/report.ts';
import { readArguments } from '../../support/test-store.ts';
import { loadBySlowLines } from './load-slow-lines.ts';
import { loadByUploads } from './load-uploads.ts';
import { TEN_MEGABYTES } from './slow-uploads.ts';
import type { PageFigures } from './support/pages.ts';

const UPLOADS = { uploads: 50, fileBytes: TEN_MEGABYTES };
const SLOW_LINES = { lines: 500, dripMs: 1000, timeoutMs: 150_000 };

type Figures = { meanwhile: PageFigures; idleMb: number; peakMb: number };

/** Returns messages for figures over their limits. */
function excesses({ meanwhile, idleMb, peakMb }: Figures): string[] {
  const found: string[] = [];
  if (peakMb - idleMb > MAX_MB_OVER_IDLE) found.push(`${Math.round(peakMb - idleMb)} MB more memory`);
  if (meanwhile.p99 > MAX_PAGE_P99_MS) found.push(`pages p99 ${meanwhile.p99} ms`);
  if (meanwhile.failures > 0) found.push(`${meanwhile.failures} pages failed`);
  return found;
}

/** `npm run stress -- load [--postgres-s3]` */
const { usesPostgresS3 } = readArguments(process.argv.slice(2));

const uploads = await loadByUploads(UPLOADS, usesPostgresS3);
const slowLines = await loadBySlowLines(SLOW_LINES);
console.log(JSON.stringify({ uploads, slowLines }, null, 2));

const faults = [
  ...excesses(uploads).map((excess) => `uploads: ${excess}`),
  ...excesses(slowLines).map((excess) => `slow lines: ${excess}`),
  ...(uploads.kept !== UPLOADS.uploads || uploads.lost > 0
    ? [`${uploads.kept} files kept, ${uploads.lost} lost`]
    : []),
  ...(slowLines.allEndedMs >= SLOW_LINES.timeoutMs ? [`${slowLines.left} slow lines still held`] : []),
];
for (const fault of faults) console.error(fault);
process.exit(faults.length > 0 ? 1 : 0);
