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
import { untilDone } from '../support/until.ts';

/** Smaller than any page: none is kept, and each request renders one. */
const NO_PAGE_BYTES = 1;

/** The site from its source within this process, over the embedded backend, with a page cache that keeps nothing. */
export async function startInProcess(environment: NodeJS.ProcessEnv = {}) {
  const data = await temporaryFolder('bench');
  const config = readConfig({
    ...environment,
    SITE_URL: 'http://127.0.0.1',
    RATE_LIMIT_PER_MINUTE: '0',
    CONTENT_FRESH_S: '3600',
    DATA_DIR: data.path,
  });
  const store = await openStore(config.dataDir);
  const backend = await startDemoBackend(config.contentDir ?? CONTENT);
  const { server, services, close } = createSite(config, {
    baseUrl: backend.url,
    distDir: path.join(root, 'dist'),
    log: pino({ level: 'silent' }),
    store,
    variant: { pageCacheBytes: NO_PAGE_BYTES },
  });
  const { origin } = await listen(server);
  return {
    services,
    base: origin,
    dataDir: config.dataDir,
    async [Symbol.asyncDispose](): Promise<void> {
      await close();
      backend.close();
      // What is still written of a picture keeps its folder for a moment.
      await untilDone(data.remove);
    },
  };
}
