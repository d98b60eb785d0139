import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { createApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { startDemoBackend } from '../../src/demo/backend.ts';
import { createListener } from '../../src/listener.ts';
import { createServices } from '../../src/services.ts';
import { openStore } from '../../src/store/index.ts';

/** Smaller than any page: none is kept, each is rendered for whoever asks. */
const NO_PAGE_BYTES = 1;

const root = path.resolve(import.meta.dirname, '../..');
const config = readConfig({
  ...process.env,
  SITE_URL: 'http://127.0.0.1',
  RATE_LIMIT_PER_MINUTE: '0',
  DATA_DIR: mkdtempSync(path.join(tmpdir(), 'plinth-bench-')),
});
const backend = await startDemoBackend(config.contentDir ?? path.join(root, 'src/demo/content'));
const services = createServices(config, {
  baseUrl: backend.url,
  distDir: path.join(root, 'dist'),
  log: pino({ level: 'silent' }),
  store: await openStore(config.dataDir),
  pageCacheBytes: NO_PAGE_BYTES,
});
const server = createServer(createListener(services, createApp(services)));
server.listen(0, '127.0.0.1', async () => {
  await services.readiness.start();
  const { port } = server.address() as AddressInfo;
  process.send?.({ base: `http://127.0.0.1:${port}`, dataDir: config.dataDir });
});
process.on('disconnect', () => process.exit());
process.once('SIGTERM', () => process.exit());
