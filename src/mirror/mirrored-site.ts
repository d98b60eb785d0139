import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import http, { type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Request } from 'express';
import pino from 'pino';
import type { Body, Page } from '../../views/document.model.ts';
import type { PageSection } from '../../views/sections/section.tsx';
import { noCopies } from '../backend/content-copies.ts';
import { distDir } from '../config/build-info.ts';
import type { Config } from '../config/config.ts';
import { type Texts, texts as textsOf } from '../i18n/set-up.ts';
import { DAY_MS } from '../lib/days.ts';
import { renderPage } from '../pages/render.tsx';
import { openContentBackend } from '../processes/content-backend.ts';
import { createSite } from '../processes/site.ts';
import { openStore } from '../store/index.ts';

const LOOPBACK = '127.0.0.1';

/** The mirror can wait longer than a visitor, for the backend calls of a page and for its pictures. */
const PATIENCE_MS = 30_000;

/** Matches a failure in the app with the request of the mirror. */
const REQUEST_ID = 'x-request-id';

/** Starts the site on loopback for this process only, without form and search, with an empty store of its own. */
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
      contentFreshMs: DAY_MS,
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
  let requests = 0;

  function noteFailure({ headers, failure }: Request): void {
    const id = headers[REQUEST_ID];
    if (failure && typeof id === 'string') failures.set(id, failure.message);
  }

  return {
    services,

    /** Requests an address of the site. `failure` returns the reason of an error page, once the body has been read. */
    async get(address: string, headers: OutgoingHttpHeaders = {}) {
      requests += 1;
      const id = `${requests}`;
      const request = http.get({
        host: LOOPBACK,
        port,
        agent,
        path: address,
        headers: { 'accept-encoding': 'identity', ...headers, [REQUEST_ID]: id },
      });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      const failure = (): string | undefined => {
        const reason = failures.get(id);
        failures.delete(id);
        return reason;
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

/** No limits, no stale content and no deliveries. */
const settingsFor = (config: Config): Config => ({
  ...config,
  rateLimitPerMinute: 0,
  staleMs: 0,
  contentHookToken: undefined,
  forward: undefined,
  mail: undefined,
  clamdUrl: undefined,
  api: { ...config.api, timeoutMs: Math.max(config.api.timeoutMs, PATIENCE_MS) },
});

/** Replaces the search by a list of all pages, and the form by the contact. */
function mirroredPage(page: Page): Page {
  const texts = textsOf(page.language);
  const { layout, body } = page;
  const allPages = { href: layout.searchAction, text: texts.allPages };
  return { ...page, layout: { ...layout, allPages }, body: withoutForm(body, texts) };
}

const withoutForm = (body: Body, texts: Texts): Body =>
  body.kind === 'page'
    ? { ...body, sections: body.sections.map((section) => sectionWithoutForm(section, texts)) }
    : body;

function sectionWithoutForm(section: PageSection, texts: Texts): PageSection {
  const { content } = section;
  if (content.kind !== 'application' || !content.open) return section;
  return { ...section, content: { ...content, instead: texts.formElsewhere } };
}
