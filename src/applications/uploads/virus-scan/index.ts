import { createReadStream } from 'node:fs';
import type { Logger } from 'pino';
import type { Scan } from '../../store/engine/tables.ts';
import type { Store } from '../../store/index.ts';
import { CHUNK_BYTES } from './clamd.ts';
import { createHeldScans, startScanRounds } from './held-scans.ts';
import { createScanner } from './scanner.ts';

type Parts = { url: string | undefined; store: Store; log: Logger };

/** Creates the virus scan. Without the URL of a daemon, files remain `unscanned`. */
export function createVirusScan({ url, store, log }: Parts) {
  if (url === undefined) return noScan;
  const scanner = createScanner({ url, log });
  const scanHeld = createHeldScans({ store, scanner, log });
  return {
    async scanUpload(file: string, waitMs: number): Promise<Scan> {
      const open = () => createReadStream(file, { highWaterMark: CHUNK_BYTES });
      const verdict = await scanner.scanUnlessFailing(open, waitMs);
      if (verdict.scan === 'infected') {
        log.warn({ signature: verdict.signature }, 'virus scan: an infected file was refused');
      }
      return verdict.scan;
    },
    scanHeld,
    /** Starts scanning held files, on one machine at a time. Returns a stop function. */
    start: () => startScanRounds(async () => (await store.scans.exclusively(scanHeld)) ?? 'done', log),
  };
}

const noScan = {
  scanUpload: async (): Promise<Scan> => 'unscanned',
  scanHeld: async () => 'done' as const,
  start: () => () => undefined,
};

export type VirusScan = ReturnType<typeof createVirusScan>;
