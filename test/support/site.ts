import path from 'node:path';
import pino from 'pino';
import request from 'supertest';
import type { CallLimits } from '../../src/applications/files/bucket.ts';
import { openStore } from '../../src/applications/store/index.ts';
import { readConfig } from '../../src/config/config.ts';
import { createSite } from '../../src/processes/site.ts';
import { type FakeBackend, startFakeBackend } from './fake-backend.ts';
import { listen } from './listen.ts';
import { type RawOptions, rawRequest } from './raw-request.ts';
import { temporaryFolder } from './temporary-folder.ts';

export const SITE_URL = 'https://www.group.example';
const distDir = path.resolve(import.meta.dirname, '../../dist');

type LogLine = Record<string, unknown> & { level: number; msg?: string };
type Environment = Record<string, string>;

type Start = {
  fake: FakeBackend;
  /** If false, returns before the content is loaded. */
  waitForContent?: boolean;
  /** By default a temporary folder, which `close` removes. */
  dataDir?: string;
  /** Maximum wait for another process's write. */
  lockWaitMs?: number;
  s3Limits?: CallLimits;
};

async function startOn(
  { fake, waitForContent = true, dataDir: givenDir, lockWaitMs, s3Limits }: Start,
  environment: Environment,
) {
  const own = givenDir === undefined ? await temporaryFolder('test') : undefined;
  const dataDir = own?.path ?? givenDir ?? '';
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
  const { s3, databaseUrl } = config;
  const store = await openStore(dataDir, log, {
    lockWaitMs,
    s3,
    s3Limits,
    databaseUrl,
    allowUnavailable: true,
  });
  const { server, services, close } = createSite(config, { distDir, log, store });
  const { port } = await listen(server);
  const started = services.readiness.start();
  if (waitForContent) await started;
  return {
    fake,
    services,
    store,
    dataDir,
    target: server,
    port,
    /** Log lines so far. */
    lines,
    linesWith: (text: string): LogLine[] => lines.filter((line) => JSON.stringify(line).includes(text)),
    get: (url: string, headers: Record<string, string> = {}) => request(server).get(url).set(headers),
    raw: (target: string, options?: RawOptions) => rawRequest(port, target, options),
    close: async () => {
      await close();
      await own?.remove();
    },
  };
}

/** Starts the real app with its own fake backend or the given one. */
export async function startSite(environment: Environment = {}, start: Partial<Start> = {}) {
  const fake = start.fake ?? (await startFakeBackend());
  const site = await startOn({ ...start, fake }, environment);
  return {
    ...site,
    close: async () => {
      await site.close();
      if (!start.fake) await fake.close();
    },
  };
}

export type Site = Awaited<ReturnType<typeof startSite>>;
