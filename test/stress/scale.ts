import { randomInt } from 'node:crypto';

/** `npm run stress` runs a suite at full size, `npm run test:full` a small part of it. */
const isFull = process.env.STRESS !== undefined;
export const scaled = <T>(small: T, full: T): T => (isFull ? full : small);

/** A failure prints the seed, which repeats the run as STRESS. */
export const seed = Number(process.env.STRESS || randomInt(2 ** 31));
/** Selects PostgreSQL and S3 instead of SQLite and a folder. */
export const usesPostgresS3 = process.env.STRESS_STORE === 'postgres-s3';
export const TIMEOUT_MS = scaled(300_000, 4 * 3_600_000);

/** Limits during uploads and deliveries at full size, because visitors notice a longer wait for a page. */
const MAX_PAGE_P99_MS = 200;
const MAX_MB_OVER_IDLE = 150;

/** Prints the figures of a suite and returns those over their limits. */
export function excesses(figures: { p99: number; idleMb: number; peakMb: number }): string[] {
  console.log(JSON.stringify({ seed, ...figures }, null, 2));
  if (!isFull) return [];
  const moreMb = figures.peakMb - figures.idleMb;
  return [
    ...(moreMb > MAX_MB_OVER_IDLE ? [`the site uses ${moreMb} MB more memory`] : []),
    ...(figures.p99 > MAX_PAGE_P99_MS ? [`pages p99 ${figures.p99} ms`] : []),
  ];
}
