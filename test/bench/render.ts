import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import pino from 'pino';
import { createApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { startDemoBackend } from '../../src/demo/backend.ts';
import { createServices } from '../../src/services.ts';
import { openStore } from '../../src/store/index.ts';

/** Starts of a new site, each with nothing cached, and requests to one that has all its content. */
const COLD_RUNS = 15;
const WARM_RUNS = 300;

/** What a page is compressed with at once. */
const QUALITY = 5;

const root = path.resolve(import.meta.dirname, '../..');
const pages: Record<string, string> = {
  'home zh': '/',
  'home en': '/en',
  'page with sections': '/en/about-us',
  'article list': '/news/group-news',
  'article zh': '/news/group-news/1003',
  'article en, long': '/en/news/industry-insights/2010',
  honours: '/about-us/honours',
  events: '/en/about-us/milestones',
  reports: '/investor-relations/reports',
  directions: '/en/our-business/investment-directions',
  products: '/our-business/product-matrix',
  contact: '/en/work-with-us/contact-us',
  application: '/work-with-us/application',
  search: '/en/search?keyword=storage',
  'not found': '/nope',
};

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function startSite(baseUrl: string): Promise<{ server: Server; base: string }> {
  const config = readConfig({
    DATA_DIR: mkdtempSync(path.join(tmpdir(), 'plinth-bench-')),
    SITE_URL: 'http://127.0.0.1',
    CONTENT_FRESH_S: '3600',
    RATE_LIMIT_PER_MINUTE: '0',
  });
  const services = createServices(config, {
    baseUrl,
    distDir: path.join(root, 'dist'),
    log: pino({ level: 'silent' }),
    store: await openStore(config.dataDir),
  });
  const server = createServer(createApp(services)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, base: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function timed(address: string): Promise<{ ms: number; response: Response; body: Buffer }> {
  const startedAt = performance.now();
  const response = await fetch(address, { headers: { 'accept-encoding': 'identity' } });
  const body = Buffer.from(await response.arrayBuffer());
  return { ms: performance.now() - startedAt, response, body };
}

async function cold(baseUrl: string, address: string): Promise<number> {
  const { server, base } = await startSite(baseUrl);
  const { ms } = await timed(base + address);
  server.closeAllConnections();
  server.close();
  return ms;
}

const headerBytes = (response: Response): number =>
  [...response.headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 17);

const backend = await startDemoBackend(path.join(root, 'src/demo/content'));
const { server, base } = await startSite(backend.url);
console.log(
  'page | HTML bytes | brotli and headers | cold ms | content cached ms | processor ms (both ends)',
);
for (const [name, address] of Object.entries(pages)) {
  const colds: number[] = [];
  for (let run = 0; run < COLD_RUNS; run += 1) colds.push(await cold(backend.url, address));
  const { response, body } = await timed(base + address);
  for (let run = 0; run < WARM_RUNS / 3; run += 1) await timed(base + address);
  const warms: number[] = [];
  const before = process.cpuUsage();
  for (let run = 0; run < WARM_RUNS; run += 1) warms.push((await timed(base + address)).ms);
  const used = process.cpuUsage(before);
  const packed = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }).length;
  const cpu = (used.user + used.system) / 1000 / WARM_RUNS;
  const figures = [
    body.length,
    packed + headerBytes(response),
    ...[median(colds), median(warms), cpu].map((ms) => ms.toFixed(2)),
  ];
  console.log([name, ...figures].join(' | '));
}
server.closeAllConnections();
server.close();
backend.close();
