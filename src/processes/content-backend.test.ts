import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { paths } from '../backend/paths.ts';
import { openContentBackend } from './content-backend.ts';

it('logs a content file that cannot be read, by its name', async () => {
  const contentDir = await mkdtemp(path.join(tmpdir(), 'plinth-content-'));
  onTestFinished(() => rm(contentDir, { recursive: true }));
  await mkdir(path.join(contentDir, 'zh'));
  await writeFile(path.join(contentDir, 'zh', 'menu.json'), '[{"id":');
  const lines: string[] = [];
  const backend = await openContentBackend(
    { api: { baseUrl: undefined, headers: {}, timeoutMs: 1000 }, contentDir },
    pino({ level: 'error' }, { write: (line: string) => lines.push(line) }),
  );
  onTestFinished(backend.close);
  const answer = await fetch(backend.url + paths.menu, { headers: { 'Accept-Language': 'zh' } });
  expect(await answer.json()).toMatchObject({
    code: 500,
    msg: expect.stringMatching(/^zh\/menu\.json:1:8: /u),
  });
  expect(lines.map((line) => JSON.parse(line).reason)).toEqual([
    expect.stringMatching(/^zh\/menu\.json:1:8: /u),
  ]);
});
