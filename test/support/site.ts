import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import request from 'supertest';
import { createApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { createLimitedServer } from '../../src/http-limits.ts';
import { createListener } from '../../src/listener.ts';
import { createServices } from '../../src/services.ts';
import { openStore } from '../../src/store/index.ts';
import { type FakeBackend, startFakeBackend } from './fake-backend.ts';
import { type RawOptions, rawRequest } from './raw-request.ts';

export const SITE_URL = 'https://www.group.example';
const distDir = path.resolve(import.meta.dirname, '../../dist');

export type LogLine = Record<string, unknown> & { level: number; msg?: string };
type Environment = Record<string, string>;

/** Every answer is asked for anew and none outlives its request: what the backend says is what the page shows. */
export const NOTHING_KEPT: Environment = { CONTENT_FRESH_S: '0', CONTENT_STALE_S: '0' };

type Start = {
  fake: FakeBackend;
  /** False: the site is used before its content is there. */
  waitForContent?: boolean;
  /** A folder that outlives the site, for one that starts after it; otherwise it has its own, which goes with it. */
  dataDir?: string;
  /** How long a write waits for that of another process, in milliseconds. */
  lockWaitMs?: number;
};

async function startOver(
  { fake, waitForContent = true, dataDir: kept, lockWaitMs }: Start,
  environment: Environment,
) {
  const dataDir = kept ?? (await mkdtemp(path.join(tmpdir(), 'plinth-test-')));
  const lines: LogLine[] = [];
  const config = readConfig({
    SITE_URL,
    API_BASE_URL: fake.url,
    API_HEADERS: '{"X-Tenant":"lanxi-7"}',
    DATA_DIR: dataDir,
    SESSION_SECRET: 'a secret of the tests only',
    LOG_LEVEL: 'info',
    ...environment,
  });
  const log = pino(
    { level: config.logLevel },
    { write: (line: string) => lines.push(JSON.parse(line) as LogLine) },
  );
  const store = await openStore(dataDir, undefined, { lockWaitMs });
  const services = createServices(config, { baseUrl: fake.url, distDir, log, store });
  const server = createLimitedServer(createListener(services, createApp(services)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const started = services.readiness.start();
  if (waitForContent) await started;
  return {
    fake,
    services,
    store,
    dataDir,
    target: server,
    /** Log lines so far. */
    lines,
    linesWith: (text: string): LogLine[] => lines.filter((line) => JSON.stringify(line).includes(text)),
    get: (address: string, headers: Record<string, string> = {}) => request(server).get(address).set(headers),
    raw: (target: string, options?: RawOptions) => rawRequest(port, target, options),
    close: async () => {
      services.readiness.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await store.close();
      await services.close();
      if (!kept) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The real app over a fake backend of its own, or over the given one. */
export async function startSite(environment: Environment = {}, start: Partial<Start> = {}) {
  const fake = start.fake ?? (await startFakeBackend());
  const site = await startOver({ ...start, fake }, environment);
  return {
    ...site,
    close: async () => {
      await site.close();
      if (!start.fake) await fake.close();
    },
  };
}

export type Site = Awaited<ReturnType<typeof startSite>>;
