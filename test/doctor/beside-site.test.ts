import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../src/applications/store/testing/index.ts';
import { type DemoSite, startDemoSite } from '../support/demo-site.ts';
import { root } from './support.ts';

const SECRET = 'hidden-hidden-hidden-hidden';
let site: DemoSite;

beforeAll(async () => {
  site = await startDemoSite({
    environment: { LOG_LEVEL: 'info', SESSION_SECRET: SECRET, METRICS_TOKEN: SECRET },
  });
});
afterAll(() => site.stop());

describe('a running site', () => {
  it('a site first logs its version, build and settings without secrets', async () => {
    const first = JSON.parse(site.stdout[0] ?? '') as Record<string, unknown>;
    const { id } = (await (await fetch(`${site.base}/builds/latest.json`)).json()) as { id: string };
    expect(first).toMatchObject({
      msg: 'starting',
      build: id,
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/u),
      settings: { siteUrl: site.base, isSet: { sessionSecret: true, metricsToken: true } },
    });
    expect(site.stdout.join()).not.toContain('hidden');
  });

  it('the doctor command checks a running site', async () => {
    const environment = { DATA_DIR: await temporaryFolder(), SITE_URL: site.base };
    const child = spawn(process.execPath, [path.join(root, 'src/cli/plinth.ts'), 'doctor'], {
      env: { PATH: process.env.PATH, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const status = new Promise((resolve) => child.once('exit', resolve));
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect([await status, err]).toEqual([0, '']);
    expect(out).toMatch(/^ok +CONTENT_DIR +\d+ files in /mu);
    expect(out).toMatch(/^\d+ ok, warnings: \d+, errors: 0$/mu);
  });
});
