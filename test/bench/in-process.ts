import path from 'node:path';
import pino from 'pino';
import { root } from '../../src/build/places.ts';
import { readConfig } from '../../src/config/config.ts';
import { startDemoBackend } from '../../src/demo/backend.ts';
import { createSite } from '../../src/processes/site.ts';
import { openStore } from '../../src/store/index.ts';
import { CONTENT } from '../support/demo-content.ts';
import { listen } from '../support/listen.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Starts the site from its source in this process, with a page cache too small for any page. */
export async function startInProcess() {
  const data = await temporaryFolder('bench');
  const config = readConfig({ ...process.env, SITE_URL: 'http://127.0.0.1', DATA_DIR: data.path });
  const store = await openStore(config.dataDir);
  const backend = await startDemoBackend(config.contentDir ?? CONTENT);
  const { server, services } = createSite(config, {
    baseUrl: backend.url,
    distDir: path.join(root, 'dist'),
    log: pino({ level: 'silent' }),
    store,
    variant: { pageCacheBytes: 1 },
  });
  const { origin } = await listen(server);
  await services.readiness.start();
  return { services, base: origin, dataDir: data.path };
}

if (import.meta.main) {
  const { base, dataDir } = await startInProcess();
  process.send?.({ base, dataDir });
  process.on('disconnect', () => process.exit());
}
