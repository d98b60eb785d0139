import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startDemoSite } from '../../support/demo-site.ts';
import { data, type FakeBackend, NOTHING_KEPT, PATHS, startFakeBackend } from '../../support/fake-backend.ts';
import { SECTION_PAGES, withAddress } from '../../support/fake-content.ts';
import { mediaAt } from '../../support/media-href.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { backendKinds } from '../../support/section-pages.ts';
import type { DoorReport } from '../doors.ts';
import {
  INNER_NAMES,
  innerUrls,
  namedInnerUrls,
  startInnerServer,
  startRedirector,
} from '../support/inner-server.ts';

const TENANT = 'attacked-tenant';
const PAGES = ['/articles/x', ...Object.values(SECTION_PAGES)];
const FILE = /\/files\/[\w-]+\/[^"?#\s]*(?<!\/qr\.png)(?=")/gu;
const FALSIFIED = pathToFileURL(path.join(import.meta.dirname, '../support/falsified.ts')).href;
const ADMIN = '/admin-api/system/user/list';
const SECRET = '13800000000';
const DATA_TYPES = ['application/json', 'text/html', 'application/xml', 'text/javascript', 'text/plain', ''];

/** An editor names an address wherever one can be named. */
function nameEverywhere(fake: FakeBackend, url: string): void {
  const picture = { id: 1, title: 'T', picUrl: url };
  fake.override(
    PATHS.article,
    data({ ...picture, id: 'x', content: `<p>W</p><img src="${url}">`, attachments: [{ name: 'F', url }] }),
  );
  for (const kind of backendKinds) fake.override(PATHS[kind], data(withAddress(fake.content.zh, kind, url)));
}

/** Looks at the pages, and asks for every file that they name in each way that there is. */
async function visit(port: number, count: (passed: boolean, text: string) => void): Promise<void> {
  const pages = await Promise.all(PAGES.map((page) => rawRequest(port, page)));
  for (const { status } of pages) if (status !== 200) throw new Error(`a page answered ${status}`);
  const hrefs = new Set(pages.flatMap(({ text }) => text.match(FILE) ?? []));
  for (const href of hrefs) {
    for (const [target, headers] of [
      [href, {}],
      [href, { Range: 'bytes=0-9' }],
      [mediaAt(href, 320), {}],
    ] as const) {
      const { status, text } = await rawRequest(port, target, { headers });
      count(status < 400, text);
    }
  }
}

/** Everything that an editor can name to have the site fetch from the internal network, or from the backend's own admin paths. */
export async function assetHosts(): Promise<DoorReport> {
  const [fake, inner, redirector] = await Promise.all([
    startFakeBackend(),
    startInnerServer(),
    startRedirector(),
  ]);
  const site = await startDemoSite({
    environment: {
      API_BASE_URL: fake.url,
      API_HEADERS: JSON.stringify({ 'X-Tenant': TENANT }),
      API_TIMEOUT_MS: '1000',
      ...NOTHING_KEPT,
      RATE_LIMIT_PER_MINUTE: '0',
      ASSET_HOSTS: `*,${redirector.host}`,
      NODE_OPTIONS: `--import=${FALSIFIED}`,
      FALSE_NAMES: JSON.stringify(INNER_NAMES),
    },
  });
  const faults: string[] = [];
  let [fetches, passed, addresses] = [0, 0, 0];

  async function attempt(url: string, what = url): Promise<void> {
    addresses += 1;
    const before = inner.asked.length;
    nameEverywhere(fake, url);
    await visit(site.port, (isPassed, text) => {
      fetches += 1;
      if (isPassed) passed += 1;
      if (text.includes(SECRET)) faults.push(`what the backend keeps was passed on: ${what}`);
    });
    if (inner.asked.length > before) faults.push(`the internal server was asked: ${what}`);
  }

  const targets = [...innerUrls(inner.port), ...namedInnerUrls(inner.port)];
  for (const url of targets) await attempt(url);
  for (const url of targets.filter((_url, at) => at % 4 === 0).concat(namedInnerUrls(inner.port)))
    for (const hops of [0, 2])
      await attempt(redirector.urlTo(url, hops), `${url} after ${hops + 1} redirects`);
  fake.override('/assets/moved.png', {
    status: 302,
    headers: { Location: `http://127.0.0.1:${inner.port}/` },
  });
  await attempt('/assets/moved.png');
  for (const type of DATA_TYPES) {
    fake.override(ADMIN, { headers: type ? { 'Content-Type': type } : {}, body: `{"mobile":"${SECRET}"}` });
    fake.forgetCalls();
    await attempt(`${fake.url}${ADMIN}`, `${ADMIN} as ${type}`);
    const told = fake.asked(ADMIN).filter(({ headers }) => headers['x-tenant'] !== undefined);
    if (told.length > 0) faults.push(`API_HEADERS went to ${ADMIN}`);
  }
  if (redirector.heard.some((headers) => headers.includes(TENANT))) faults.push('API_HEADERS went elsewhere');
  const refusals = site.stdout.filter((line) => line.includes('asset host refused')).length;
  await site.stop();
  await Promise.all([fake.close(), inner.close(), redirector.close()]);
  return {
    faults: [...new Set(faults)],
    addresses,
    fetches,
    passed,
    innerAsked: inner.asked.length,
    refusals,
  };
}
