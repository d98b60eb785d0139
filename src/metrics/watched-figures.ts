import { type Aggregator, Counter, Gauge, type Registry } from 'prom-client';
import type { Cache } from '../backend/cache.ts';
import type { StaleCopies } from '../backend/stale-copies.ts';
import { freeBytes } from '../lib/free-bytes.ts';
import type { Store } from '../store/index.ts';
import { type Outbox, registerOutboxFigures } from './delivery-figures.ts';
import { registerStoreFigures } from './store-figures.ts';

/** Of the content cache in memory and the stale copies on the disk. */
type ContentCounts = ReturnType<Cache['counts']> & { disk: ReturnType<StaleCopies['counts']> };

/** Figures of other parts, read when metrics are requested. */
export type Watched = {
  pageCounts: () => { hits: number; misses: number };
  pictureCounts: () => { made: number; refused: number; atWork: number };
  contentCounts: () => ContentCounts;
  checkCounts: () => { waiting: number; running: number; results: Record<string, number> };
  scanCounts: () => Record<string, number>;
  outbox: Outbox;
  store: Pick<Store, 'away' | 'connections'>;
  isReady: () => boolean;
  dataDir: string;
  version: string;
  build: string;
};

/** Figures that other services keep: nothing is counted here. */
export function registerWatchedFigures(registry: Registry, watched: Watched): void {
  const { pageCounts, pictureCounts, checkCounts, scanCounts, isReady, dataDir, version, build } = watched;
  registerContentFigures(registry, watched.contentCounts);
  registerOutboxFigures(registry, watched.outbox);
  registerStoreFigures(registry, watched.store);
  counterOf(registry, {
    name: 'plinth_page_cache_total',
    help: 'Pages that were asked for: hits were answered from their kept bytes.',
    label: 'result',
    read: () => ({ hit: pageCounts().hits, miss: pageCounts().misses }),
  });
  counterOf(registry, {
    name: 'plinth_pictures_total',
    help: 'Pictures that were resized, or refused because too many waited.',
    label: 'result',
    read: () => ({ made: pictureCounts().made, busy: pictureCounts().refused }),
  });
  registerCheckFigures(registry, checkCounts);
  counterOf(registry, {
    name: 'plinth_virus_scans_total',
    help: 'Files that were scanned, by verdict: held are those that could not be.',
    label: 'verdict',
    read: scanCounts,
  });
  gaugeOf(registry, 'sum', {
    name: 'plinth_pictures_at_work',
    help: 'Pictures that are being resized, or wait for it.',
    read: () => pictureCounts().atWork,
  });
  gaugeOf(registry, 'min', {
    name: 'plinth_ready',
    help: '1 where menu, group and introduction of both languages have been read.',
    read: () => Number(isReady()),
  });
  gaugeOf(registry, 'min', {
    name: 'plinth_data_free_bytes',
    help: 'Bytes that are free where DATA_DIR lies.',
    read: () => freeBytes(dataDir),
  });
  new Gauge({
    name: 'plinth_build_info',
    help: 'The version and the build that runs.',
    labelNames: ['version', 'build'],
    aggregator: 'first',
    registers: [registry],
  }).set({ version, build }, 1);
}

function registerCheckFigures(registry: Registry, counts: Watched['checkCounts']): void {
  gaugeOf(registry, 'sum', {
    name: 'plinth_file_checks_waiting',
    help: 'Files that wait to be looked into.',
    read: () => counts().waiting,
  });
  gaugeOf(registry, 'sum', {
    name: 'plinth_file_checks_running',
    help: 'Files that are being looked into.',
    read: () => counts().running,
  });
  counterOf(registry, {
    name: 'plinth_file_checks_total',
    help: 'Files that were looked into: answered, late (ended by the clock), died (the file ended its process).',
    label: 'result',
    read: () => counts().results,
  });
}

function registerContentFigures(registry: Registry, counts: () => ContentCounts): void {
  gaugeOf(registry, 'max', {
    name: 'plinth_content_age_seconds',
    help: 'The age of the oldest answer of the backend that was served in the last minute or two.',
    read: () => counts().oldestServedMs / 1000,
  });
  gaugeOf(registry, 'max', {
    name: 'plinth_backend_paths_left_alone',
    help: 'Paths of the contract whose circuit breaker is open: their last call failed.',
    read: () => counts().openBreakers.length,
  });
  gaugeOf(registry, 'max', {
    name: 'plinth_content_disk_bytes',
    help: 'What the stale copies of answers take on the disk.',
    read: () => counts().disk.bytes,
  });
  counterOf(registry, {
    name: 'plinth_content_disk_total',
    help: 'Last good answers: written, failed (the disk refused), refused (too many waited), broken (not as written).',
    label: 'result',
    read: () => {
      const { written, failed, refused, broken } = counts().disk;
      return { written, failed, refused, broken };
    },
  });
  counterOf(registry, {
    name: 'plinth_content_served_total',
    help: 'Answers of the backend that were served though no longer fresh.',
    label: 'state',
    read: () => ({ stale: counts().staleServed }),
  });
}

type Sampled<Value> = { name: string; help: string; read: () => Value };

const counterOf = (
  registry: Registry,
  { name, help, label, read }: Sampled<Record<string, number>> & { label: string },
) =>
  new Counter({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect() {
      this.reset();
      for (const [value, count] of Object.entries(read())) this.inc({ [label]: value }, count);
    },
  });

const gaugeOf = (
  registry: Registry,
  aggregator: Aggregator,
  { name, help, read }: Sampled<number | Promise<number>>,
) =>
  new Gauge({
    name,
    help,
    aggregator,
    registers: [registry],
    async collect() {
      this.set(await read());
    },
  });
