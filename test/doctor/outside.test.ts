import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createContentRecorder } from '../../src/cli/doctor/backend.ts';
import { checkFromOutside } from '../../src/cli/doctor/outside.ts';
import { readConfig } from '../../src/config/config.ts';
import type { Menu } from '../../src/content/menu/menu.ts';
import { type DemoSite, startDemoSite } from '../support/demo-site.ts';
import { listen } from '../support/listen.ts';
import { doctor, root } from './support.ts';

/** Responds to a request, or changes it before the proxy forwards it. */
type Rule = (request: IncomingMessage, response: ServerResponse) => void;

let site: DemoSite;
let menu: Menu;
let rule: Rule;
let origin: string;
let closeProxy: () => Promise<void>;
const proxy = http.createServer((request, response) => {
  const { method, headers, url } = request;
  headers['x-forwarded-for'] = [headers['x-forwarded-for'], '203.0.113.9'].filter(Boolean).join(', ');
  rule(request, response);
  if (response.writableEnded) return request.resume();
  const passed = http.request(new URL(url ?? '/', site.base), { method, headers, agent: false }, (answer) => {
    response.writeHead(answer.statusCode ?? 0, answer.headers);
    answer.pipe(response);
  });
  request.pipe(passed);
});
const refuse = (response: ServerResponse, status: number) => response.writeHead(status).end();

beforeAll(async () => {
  site = await startDemoSite({ environment: { TRUST_PROXY: '1', METRICS_TOKEN: 'token-token-token-token' } });
  ({ close: closeProxy, origin } = await listen(proxy));
  menu = await createContentRecorder(readConfig({}), path.join(root, 'dist')).reader('zh').menu();
});
afterAll(async () => {
  await closeProxy();
  await site.stop();
});

const environment = () => ({ SITE_URL: origin, TRUST_PROXY: '1' });

it('the doctor accepts a site behind a proxy', async () => {
  rule = () => undefined;
  const { lines } = await doctor(environment(), { outside: true });
  const outside = lines.filter((line) => /^\w+ +SITE_URL /u.test(line));
  expect(outside.filter((line) => !line.startsWith('ok'))).toEqual([]);
  expect(outside.length).toBeGreaterThanOrEqual(6);
});

it.each<[string, Rule, string]>([
  [
    'rejects PATCH',
    ({ method }, response) => method === 'PATCH' && refuse(response, 405),
    'error the proxy rejects PATCH with status 405: interrupted uploads cannot continue',
  ],
  [
    'rejects a body over 1 MB',
    ({ headers }, response) => Number(headers['content-length']) > 1_000_000 && refuse(response, 413),
    'error the proxy rejects a body of 1.5 MB with status 413: files cannot be sent',
  ],
  [
    'forwards a client address that the visitor chose',
    ({ headers }) => {
      headers['x-forwarded-for'] = `${headers['x-forwarded-for']}`.split(', ')[0];
    },
    'error visitors can choose their address: TRUST_PROXY exceeds the number of proxies',
  ],
  [
    'hides /readyz',
    ({ url }, response) => url === '/readyz' && refuse(response, 404),
    'warning /readyz: status 404',
  ],
  [
    'shows /metrics',
    ({ url, headers }) => {
      if (url === '/metrics') headers.authorization = 'Bearer token-token-token-token';
    },
    'error /metrics has status 200: it must be hidden',
  ],
])('the doctor reports a proxy that %s', async (_name, used, finding) => {
  rule = used;
  const results = await checkFromOutside(readConfig(environment()), path.join(root, 'dist'), menu);
  const findings = results.filter(({ level }) => level !== 'ok');
  expect(findings.map(({ level, text }) => `${level} ${text}`)).toEqual([finding]);
});
