import { createServer } from 'node:http';
import path from 'node:path';
import pino from 'pino';
import { createApp } from '../../src/app.ts';
import { root } from '../../src/build/places.ts';
import { readConfig } from '../../src/config/config.ts';
import { startDemoBackend } from '../../src/demo/backend.ts';
import { createListener } from '../../src/response-cache/listener.ts';
import { createServices } from '../../src/services.ts';
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
  const services = createServices(config, {
    baseUrl: backend.url,
    distDir: path.join(root, 'dist'),
    log: pino({ level: 'silent' }),
    store,
    variant: { pageCacheBytes: NO_PAGE_BYTES },
  });
  const { origin, close } = await listen(createServer(createListener(services, createApp(services))));
  return {
    services,
    base: origin,
    dataDir: config.dataDir,
    async [Symbol.asyncDispose](): Promise<void> {
      services.readiness.stop();
      await close();
      backend.close();
      await store.close();
      await services.close();
      // What is still written of a picture keeps its folder for a moment.
      await untilDone(data.remove);
    },
  };
}
