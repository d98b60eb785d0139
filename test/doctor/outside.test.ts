import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createContentRecorder } from '../../src/cli/doctor/backend.ts';
import { checkFromOutside } from '../../src/cli/doctor/outside.ts';
import { readConfig } from '../../src/config/config.ts';
import { createBuildInfo } from '../../src/config/environment.ts';
import type { Menu } from '../../src/content/menu/menu.ts';
import { type DemoSite, startDemoSite } from '../support/demo-site.ts';
import { startFilteringProxy } from '../support/filtering-proxy.ts';
import { distDir, doctor } from './support.ts';

/** Returns the status with which the proxy rejects a request, or changes the request before it is passed on. */
type Rule = (request: IncomingMessage) => number | undefined;

const passes: Rule = () => undefined;
let site: DemoSite;
let menu: Menu;
let rule = passes;
let proxy: Awaited<ReturnType<typeof startFilteringProxy>>;

beforeAll(async () => {
  site = await startDemoSite({ environment: { TRUST_PROXY: '1', METRICS_TOKEN: 'token-token-token-token' } });
  proxy = await startFilteringProxy(site.base, {
    block(request) {
      const { headers } = request;
      headers['x-forwarded-for'] = [headers['x-forwarded-for'], '203.0.113.9'].filter(Boolean).join(', ');
      return rule(request);
    },
  });
  menu = await createContentRecorder(readConfig({}), distDir).reader('zh').menu();
});
afterAll(async () => {
  await proxy.close();
  await site.stop();
});

const environment = () => ({ SITE_URL: proxy.origin, TRUST_PROXY: '1' });

it('the doctor accepts a site behind a proxy', async () => {
  rule = passes;
  const { lines } = await doctor(environment(), { outside: true });
  const outside = lines.filter((line) => /^\w+ +SITE_URL /u.test(line));
  expect(outside.filter((line) => !line.startsWith('ok'))).toEqual([]);
  expect(outside.length).toBeGreaterThanOrEqual(6);
});

it.each<[string, Rule, string]>([
  [
    'rejects PATCH',
    ({ method }) => (method === 'PATCH' ? 405 : undefined),
    'error the proxy rejects PATCH with status 405: interrupted uploads cannot continue',
  ],
  [
    'rejects a body over 1 MB',
    ({ headers }) => (Number(headers['content-length']) > 1_000_000 ? 413 : undefined),
    'error the proxy rejects a body of 1.5 MB with status 413: files cannot be sent',
  ],
  [
    'forwards a client address that the visitor chose',
    ({ headers }) => {
      headers['x-forwarded-for'] = `${headers['x-forwarded-for']}`.split(', ')[0];
      return undefined;
    },
    'error visitors can choose their address: TRUST_PROXY exceeds the number of proxies',
  ],
  ['hides /readyz', ({ url }) => (url === '/readyz' ? 404 : undefined), 'warning /readyz: status 404'],
  [
    'shows /metrics',
    ({ url, headers }) => {
      if (url === '/metrics') headers.authorization = 'Bearer token-token-token-token';
      return undefined;
    },
    'error /metrics returns status 200: hide it from visitors',
  ],
])('the doctor reports a proxy that %s', async (_name, used, finding) => {
  rule = used;
  const results = await checkFromOutside(
    readConfig(environment()),
    createBuildInfo(distDir).running.id,
    menu,
  );
  const findings = results.filter(({ level }) => level !== 'ok');
  expect(findings.map(({ level, text }) => `${level} ${text}`)).toEqual([finding]);
});
