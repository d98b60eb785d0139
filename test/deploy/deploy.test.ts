/** @module-tag matrix */
import { spawnSync } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../src/build/places.ts';
import { MAX_POST_BYTES, MEGABYTE } from '../../src/form/rules/limits.ts';
import { createMetrics } from '../../src/metrics/site-metrics.ts';
import { freePort } from '../support/listen.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { checkNginx, configureNginx, need, startNginx } from './nginx.ts';

const send = (port: number, method: string, target: string): Promise<[number, string]> =>
  new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: target, method, rejectUnauthorized: false };
    request(options, async (response) => {
      const body = Buffer.concat(await response.toArray());
      resolve([response.statusCode ?? 0, body.toString()]);
    })
      .once('error', reject)
      .end(method === 'POST' ? 'a=1' : '');
  });

const deploy = path.join(root, 'src/deploy');

it('nginx.conf is accepted by nginx', async () => {
  await using folder = await temporaryFolder('nginx');
  expect(checkNginx(await configureNginx(folder.path, [3000, 3001]))).toBe('');
});

it('nginx accepts every body that the form takes', async () => {
  const settings = await readFile(path.join(deploy, 'nginx.conf'), 'utf8');
  const [, megabytes] = /client_max_body_size (\d+)m;/u.exec(settings) ?? [];
  expect(Number(megabytes) * MEGABYTE).toBeGreaterThan(MAX_POST_BYTES);
});

it('nginx serves the mirror while no machine answers, and an explanation for everything else', async () => {
  await using folder = await temporaryFolder('mirror');
  const nginx = await configureNginx(folder.path, [await freePort(), await freePort()]);
  await mkdir(path.join(folder.path, 'mirror/en'), { recursive: true });
  await mkdir(path.join(folder.path, 'mirror/.plinth-mirror'));
  await writeFile(path.join(folder.path, 'mirror/en/index.html'), 'the mirror');
  await writeFile(path.join(folder.path, 'mirror/.plinth-mirror/files'), 'a list');
  await using _running = await startNginx(nginx);
  expect(await send(nginx.port, 'GET', '/en')).toEqual([200, 'the mirror']);
  for (const [method, target] of [
    ['GET', '/unknown'],
    ['POST', '/en/apply'],
  ] as const) {
    const [status, text] = await send(nginx.port, method, target);
    expect([target, status]).toEqual([target, 503]);
    expect(text).toContain('temporarily unavailable');
  }
  expect((await send(nginx.port, 'GET', '/.plinth-mirror/files'))[0]).toBe(404);
  expect((await send(nginx.port, 'GET', '/metrics'))[0]).toBe(404);
});

it('the units are accepted by systemd', async () => {
  need('systemd-analyze', 'systemd');
  await using folder = await temporaryFolder('units');
  const executable = path.join(folder.path, 'node');
  await writeFile(executable, '#!/bin/sh\n', { mode: 0o755 });
  await mkdir(path.join(folder.path, 'units'));
  const units = [
    'plinth.service',
    'plinth-backup.service',
    'plinth-backup.timer',
    'plinth-mirror.service',
    'plinth-mirror.timer',
  ];
  for (const unit of units) {
    const copy = path.join(folder.path, 'units', unit);
    await cp(path.join(deploy, unit), copy);
    const text = await readFile(copy, 'utf8');
    await writeFile(copy, text.replace('/srv/plinth/node_modules/.bin/node', executable));
  }
  const checked = spawnSync('systemd-analyze', ['verify', ...units.map((unit) => `./${unit}`)], {
    cwd: path.join(folder.path, 'units'),
    encoding: 'utf8',
  });
  expect(checked.stderr + checked.stdout).toBe('');
  expect(checked.status).toBe(0);
});

it('the alarm rules are accepted by Prometheus', () => {
  need('promtool', 'prometheus');
  const { status, stdout, stderr } = spawnSync(
    'promtool',
    ['check', 'rules', path.join(deploy, 'prometheus-rules.yml')],
    {
      encoding: 'utf8',
    },
  );
  expect(status, stdout + stderr).toBe(0);
});

it.each(['prometheus-rules.yml', 'grafana-dashboard.json'])(
  '%s uses only metrics that the site has',
  async (name) => {
    const text = await readFile(path.join(deploy, name), 'utf8');
    const source = await Promise.all(
      ['site-metrics.ts', 'gauges.ts'].map((file) => readFile(path.join(root, 'src/metrics', file), 'utf8')),
    );
    const own = await createMetrics().registry.metrics();
    const used = new Set(
      [...text.matchAll(/\bplinth_\w+/gu)].map(([metric]) => metric.replace(/_(?:sum|count)$/u, '')),
    );
    expect(used.size).toBeGreaterThan(5);
    expect(
      [...used].filter((metric) => !own.includes(metric) && !source.join('').includes(`'${metric}'`)),
    ).toEqual([]);
  },
);
