import type { Server } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pino, { type Logger } from 'pino';
import { createApp } from './app.ts';
import { type Config, checkFolders, readConfig, SettingsError } from './config.ts';
import { startDemoBackend } from './demo/backend.ts';
import { createLimitedServer } from './http-limits.ts';
import { createListener } from './listener.ts';
import { clientErrors } from './middleware/client-errors.ts';
import { createServices } from './services/index.ts';
import { openStore, type Store } from './store/index.ts';

/** How long open requests may take to end after SIGTERM, in milliseconds. */
const DRAIN_MS = 10_000;

/** Between two sweeps of drafts that nobody came back for, in milliseconds. */
const SWEEP_MS = 3_600_000;

const distDir = path.dirname(fileURLToPath(import.meta.url));
const demoContent = path.join(distDir, '..', 'src', 'demo', 'content');

function config(): Config {
  try {
    const settings = readConfig();
    checkFolders(settings);
    return settings;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

async function start(): Promise<void> {
  const settings = config();
  const log = pino({ level: settings.logLevel, base: undefined });
  const demo = settings.api.baseUrl ? undefined : await startDemoBackend(settings.contentDir ?? demoContent);
  const baseUrl = settings.api.baseUrl ?? demo?.url ?? '';
  if (settings.siteUrlIsGuessed)
    log.warn(`SITE_URL is not set: links to the site itself say ${settings.siteUrl}`);
  const store = await openStore(settings.dataDir, log);
  const services = createServices(settings, { baseUrl, distDir, log, store });
  const server = createLimitedServer(createListener(services, createApp(services)));
  server.on('clientError', clientErrors(services));
  server.once('error', (error) => {
    log.fatal({ reason: error.message }, 'could not listen');
    process.exit(1);
  });
  server.listen(settings.port, settings.host, () => log.info(`listening: ${settings.siteUrl}`));
  void services.readiness.start();
  sweepNowAndThen(store, log);
  process.once('SIGTERM', () => stop(server, demo));
  process.once('SIGINT', () => stop(server, demo));
}

/** What is out of date goes at the start and then every hour. */
function sweepNowAndThen(store: Store, log: Logger): void {
  const sweep = () => {
    store.sweep().catch((error: Error) => log.error({ reason: error.message }, 'could not sweep'));
  };
  sweep();
  setInterval(sweep, SWEEP_MS).unref();
}

function stop(server: Server, demo: { close: () => void } | undefined): void {
  setTimeout(() => process.exit(1), DRAIN_MS).unref();
  server.close(() => {
    demo?.close();
    process.exit(0);
  });
  server.closeIdleConnections();
}

await start();
