import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import http, { type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Request } from 'express';
import pino from 'pino';
import { noCopies } from '../backend/content-copies.ts';
import { distDir } from '../config/build-info.ts';
import type { Config } from '../config/config.ts';
import { DAY_MS } from '../lib/days.ts';
import { renderPage } from '../pages/render.tsx';
import { openContentBackend } from '../processes/content-backend.ts';
import { createSite } from '../processes/site.ts';
import { openStore } from '../store/index.ts';
import { mirroredPage } from './mirrored-page.ts';

const LOOPBACK = '127.0.0.1';

/** The mirror can wait longer than a visitor, for the backend calls of a page and for its pictures. */
const PATIENCE_MS = 30_000;

/** The header that says which question an answer belongs to. */
const QUESTION = 'x-request-id';

/**
 * The site as it is, but for what needs a server behind it, with an empty store of its own: it answers this process alone, on
 * a port of the loopback.
 */
export async function startMirroredSite(config: Config) {
  const backend = await openContentBackend(config);
  const storeDir = await mkdtemp(path.join(tmpdir(), 'plinth-mirror-'));
  const log = pino({ level: 'silent' });
  const store = await openStore(storeDir, log, {});
  const site = createSite(settingsFor(config), {
    baseUrl: backend.url,
    distDir,
    log,
    store,
    variant: {
      isStatic: true,
      render: (page, assets) => renderPage(mirroredPage(page), assets, {}),
      copies: noCopies,
      picturePatienceMs: PATIENCE_MS,
      pageCacheBytes: 1,
    },
  });
  const failures = new Map<string, string>();
  const { server, services } = site;
  server.keepAliveTimeout = 0;
  server.timeout = 0;
  // The app sets `failure` before it responds.
  server.prependListener('request', (request, response) => {
    response.once('prefinish', () => noteFailure(request as Request));
  });
  server.listen(0, LOOPBACK);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const agent = new http.Agent({ keepAlive: true });
  let asked = 0;

  function noteFailure({ headers, failure }: Request): void {
    const question = headers[QUESTION];
    if (failure && typeof question === 'string') failures.set(question, failure.message);
  }

  return {
    services,

    /** Asks the site. `failure`: why there is no such page, in the words of the log; known when the body has been read. */
    async ask(address: string, headers: OutgoingHttpHeaders = {}) {
      asked += 1;
      const question = `${asked}`;
      const request = http.get({
        host: LOOPBACK,
        port,
        agent,
        path: address,
        headers: { 'accept-encoding': 'identity', ...headers, [QUESTION]: question },
      });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      const failure = (): string | undefined => {
        const said = failures.get(question);
        failures.delete(question);
        return said;
      };
      return { response, failure };
    },

    async close(): Promise<void> {
      agent.destroy();
      await site.close();
      backend.close();
      await rm(storeDir, { recursive: true, force: true });
    },
  };
}

export type MirroredSite = Awaited<ReturnType<typeof startMirroredSite>>;

/** A mirror has no visitors to limit, and one state of the content: as the backend has it now. */
const settingsFor = (config: Config): Config => ({
  ...config,
  rateLimitPerMinute: 0,
  freshMs: DAY_MS,
  staleMs: 0,
  contentHookToken: undefined,
  forward: undefined,
  mail: undefined,
  clamdUrl: undefined,
  api: { ...config.api, timeoutMs: Math.max(config.api.timeoutMs, PATIENCE_MS) },
});
