import { randomInt } from 'node:crypto';
import { MAX_MB_OVER_IDLE, MAX_PAGE_P99_MS } from '../../support/report.ts';
import { readArguments } from '../../support/test-store.ts';
import { deliveryRounds } from './rounds.ts';

/** `npm run stress -- deliveries SEED APPLICATIONS KILLS [--postgres-s3]` */
const { args, usesPostgresS3 } = readArguments(process.argv.slice(2));
const [seed = randomInt(2 ** 31), applications = 500, kills = 100] = args.map(Number);

const figures = await deliveryRounds({ seed, applications, kills, usesPostgresS3 });
console.log(JSON.stringify(figures, null, 2));
const { faults, meanwhile, idleMb, peakMb } = figures;
for (const [site, peak] of peakMb.entries()) {
  const more = peak - (idleMb[site] ?? 0);
  if (more > MAX_MB_OVER_IDLE) faults.push(`a site uses ${more} MB more memory`);
}
if (meanwhile.p99 > MAX_PAGE_P99_MS) faults.push(`pages p99 ${meanwhile.p99} ms`);
for (const fault of faults) console.error(fault);
process.exit(faults.length > 0 ? 1 : 0);
