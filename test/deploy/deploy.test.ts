/** @module-tag matrix */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:http2';
import path from 'node:path';
import { expect, it } from 'vitest';
import { MAX_POST_BYTES, MEGABYTE } from '../../src/applications/rules/limits.ts';
import { root } from '../../src/build/paths.ts';
import { createMetrics } from '../../src/metrics/site-metrics.ts';
import { DEMO_FORM } from '../support/form-client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { need, send, startBehindNginx } from './nginx.ts';

const deploy = path.join(root, 'src/deploy');

it('nginx accepts every body that the form accepts', async () => {
  const settings = await readFile(path.join(deploy, 'nginx.conf'), 'utf8');
  const [, megabytes] = /client_max_body_size (\d+)m;/u.exec(settings) ?? [];
  expect(Number(megabytes) * MEGABYTE).toBeGreaterThan(MAX_POST_BYTES);
});

/** Requests three pages, a built stylesheet and an image. */
async function visit(port: number): Promise<string[]> {
  const { text } = await send(port, '/en');
  const linked = [/href="(\/assets\/[^"]+\.css)"/u, /src="(\/media\/[^"]+)"/u].map(
    (link) => link.exec(text)?.[1] ?? '',
  );
  const paths = ['/', '/en', '/en/about-us', ...linked];
  for (const target of paths) expect([target, (await send(port, target)).status]).toEqual([target, 200]);
  return paths;
}

it('nginx serves visited pages, styles and images of a killed site', async () => {
  await using front = await startBehindNginx();
  const paths = await visit(front.port);
  // nginx does not cache the choice of a language.
  await send(front.port, '/en?lang=en');
  const choice = await send(front.port, '/en?lang=en');
  expect([choice.status, choice.headers['set-cookie']?.length]).toEqual([303, 1]);
  const before = await Promise.all(paths.map((target) => send(front.port, target)));
  await front.site.stop();
  for (const [at, target] of paths.entries()) {
    expect(await send(front.port, target)).toMatchObject({ status: 200, text: before[at]?.text });
    const packed = await send(front.port, target, { headers: { 'Accept-Encoding': 'gzip, br' } });
    expect([target, packed.status]).toEqual([target, 200]);
  }
  const english = await send(front.port, '/', { headers: { Cookie: 'a=b; __Host-lang=en' } });
  expect([english.status, english.headers.location]).toEqual([302, expect.stringMatching(/\/en$/u)]);
});

it('nginx explains that an unvisited page and the form of a killed site are unavailable', async () => {
  await using front = await startBehindNginx();
  await send(front.port, DEMO_FORM);
  await front.site.stop();
  for (const [method, target] of [
    ['GET', '/en/about-us'],
    ['GET', DEMO_FORM],
    ['POST', DEMO_FORM],
  ] as const) {
    const { status, text, headers } = await send(front.port, target, {
      method,
      body: method === 'POST' ? 'a=1' : '',
    });
    expect([target, status, headers['retry-after']]).toEqual([target, 503, '60']);
    expect(text).toContain('temporarily unavailable');
  }
  expect((await send(front.port, '/metrics')).status).toBe(404);
});

it('nginx serves a visited page if the site starts without its content', async () => {
  await using front = await startBehindNginx();
  const { text } = await send(front.port, '/en/about-us');
  await front.restart({ API_BASE_URL: 'http://127.0.0.1:9', DATA_DIR: `${front.folder}/empty` });
  expect((await send(front.port, '/en/news')).status).toBe(500);
  expect(await send(front.port, '/en/about-us')).toMatchObject({ status: 200, text });
});

it('nginx replaces the request id of clients and logs no queries', async () => {
  await using front = await startBehindNginx();
  const { headers } = await send(front.port, '/en/search?keyword=secret', {
    headers: { 'X-Request-Id': 'chosen-by-visitor' },
  });
  expect(headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/u);
  // nginx writes the line after the response.
  const readLog = () => readFile(path.join(front.folder, 'access.log'), 'utf8');
  await expect.poll(readLog).toContain('"GET /en/search HTTP/1.1" 200');
  expect(await readLog()).not.toContain('secret');
});

it('nginx serves HTTP/2 and IPv6', async () => {
  await using front = await startBehindNginx();
  const session = connect(`https://[::1]:${front.port}`, { rejectUnauthorized: false });
  const stream = session.request({ ':path': '/en', ':authority': 'www.example.com' });
  const [headers] = await once(stream, 'response');
  session.destroy();
  expect(headers[':status']).toBe(200);
});

it('systemd accepts the units', async () => {
  need('systemd-analyze', 'systemd');
  await using folder = await temporaryFolder('units');
  const executable = path.join(folder.path, 'node');
  await writeFile(executable, '#!/bin/sh\n', { mode: 0o755 });
  const units = (await readdir(deploy)).filter((name) => /\.(?:service|socket|timer)$/u.test(name));
  for (const unit of units) {
    const text = await readFile(path.join(deploy, unit), 'utf8');
    await writeFile(
      path.join(folder.path, unit),
      text.replace('/srv/plinth/node_modules/.bin/node', executable),
    );
  }
  const files = units.map((unit) => `./${unit}`);
  const options = { cwd: folder.path, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', ...files], options);
  expect([units.length, status, stdout + stderr]).toEqual([5, 0, '']);
});

it('logrotate accepts the rule for the logs, which no other rule rotates', async () => {
  need('logrotate', 'logrotate');
  need('nginx', 'nginx-light');
  await using folder = await temporaryFolder('logrotate');
  const rule = path.join(folder.path, 'plinth');
  await copyFile(path.join(deploy, 'logrotate'), rule);
  const rules = [rule, '/etc/logrotate.d/nginx'];
  const { status, stderr } = spawnSync('logrotate', ['--debug', ...rules], { encoding: 'utf8' });
  expect(stderr).toContain('rotating pattern: /var/log/nginx/plinth/*.log  after 1 days (190 rotations)');
  expect([status, /error:.*/u.exec(stderr)?.[0]]).toEqual([0, undefined]);
});

it('docker-compose accepts compose.yaml with all secrets, and names a missing one', async () => {
  need('docker-compose', 'docker-compose');
  await using folder = await temporaryFolder('compose');
  const names = ['SITE_URL', 'SESSION_SECRET', 'METRICS_TOKEN', 'POSTGRES_PASSWORD', 'S3_SECRET_ACCESS_KEY'];
  async function checkCompose(set: string[]) {
    const file = path.join(folder.path, 'plinth-compose.env');
    await writeFile(file, set.map((name) => `${name}=value of ${name}\n`).join(''));
    const options = ['--env-file', file, '--file', path.join(deploy, 'compose.yaml')];
    // Variables of the environment have precedence over the file.
    const env = { PATH: '/usr/local/bin:/usr/bin:/bin' };
    return spawnSync('docker-compose', [...options, 'config', '--quiet'], { encoding: 'utf8', env });
  }
  expect(await checkCompose(names)).toMatchObject({ status: 0, stderr: '' });
  for (const name of names) {
    const { status, stderr } = await checkCompose(names.filter((one) => one !== name));
    expect([name, status !== 0, stderr.includes(name)]).toEqual([name, true, true]);
  }
});

it('Prometheus accepts the alert rules', () => {
  need('promtool', 'prometheus');
  const rules = path.join(deploy, 'prometheus-rules.yml');
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', rules], { encoding: 'utf8' });
  expect(status, stdout + stderr).toBe(0);
});

it.each(['prometheus-rules.yml', 'grafana-dashboard.json'])(
  '%s uses only metrics that the site exports',
  async (name) => {
    const text = await readFile(path.join(deploy, name), 'utf8');
    const source = await readFile(path.join(root, 'src/metrics/site-metrics.ts'), 'utf8');
    const own = await createMetrics().registry.metrics();
    const used = new Set(
      [...text.matchAll(/\bplinth_\w+/gu)].map(([metric]) => metric.replace(/_(?:sum|count)$/u, '')),
    );
    expect(used.size).toBeGreaterThan(5);
    expect([...used].filter((metric) => !own.includes(metric) && !source.includes(`'${metric}'`))).toEqual(
      [],
    );
  },
);
