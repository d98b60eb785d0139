import { statfs } from 'node:fs/promises';
import { type Aggregator, Counter, Gauge, type Registry } from 'prom-client';

/** What others know already, and is asked for when metrics are. */
export type Watched = {
  pageCounts: () => { hits: number; misses: number };
  pictureCounts: () => { made: number; refused: number; atWork: number };
  isReady: () => boolean;
  dataDir: string;
  version: string;
  build: string;
};

/** Figures that other services keep: nothing is counted here. */
export function registerWatchedFigures(registry: Registry, watched: Watched): void {
  const { pageCounts, pictureCounts, isReady, dataDir, version, build } = watched;
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

/** What the site's own user may still write; NaN where the disk does not say. */
const freeBytes = (folder: string): Promise<number> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Number.NaN,
  );
