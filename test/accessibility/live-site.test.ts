/** @module-tag matrix */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { listen } from '../support/listen.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const HOME = '<!DOCTYPE html><html lang="en"><title>Home</title><main><h1>Home</h1></main></html>';

type Responses = Record<string, { status?: number; headers?: Record<string, string>; text?: string }>;

async function runOn(responses: Responses, address?: string) {
  const server = await listen(
    createServer(({ url = '' }, response) => {
      const { status = 200, headers = {}, text = '' } = responses[url] ?? { status: 404 };
      response.writeHead(status, { 'Content-Type': 'text/html', ...headers }).end(text);
    }),
  );
  await using folder = await temporaryFolder('live');
  const script = path.join(import.meta.dirname, 'run.ts');
  const url = address ?? server.origin;
  const args = [script, folder.path, '--url', url, '--lang', 'en'];
  const { code } = await promisify(execFile)(process.execPath, args).then(
    () => ({ code: 0 }),
    (error: { code: number }) => error,
  );
  await server.close();
  return { code, report: await readFile(path.join(folder.path, 'index.en.html'), 'utf8') };
}

it('names pages that fail or redirect to another site, tests the others and exits with 1', async () => {
  const sitemap = ['/en', '/en/broken', '/en/away'].map((page) => `<loc>http://site.example${page}</loc>`);
  const { code, report } = await runOn({
    '/builds/latest.json': { text: '{"id":"1"}' },
    '/sitemap.xml': { text: sitemap.join('') },
    '/en': { text: HOME },
    '/en/broken': { status: 500 },
    '/en/away': { status: 302, headers: { location: 'http://localhost.invalid/' } },
  });
  expect(code).toBe(1);
  expect(report).toMatch(/\/en\/broken answers 500/u);
  expect(report).toMatch(/\/en\/away cannot be read/u);
  expect(report).toContain('id="page-en-home"');
});

it.each([
  ['that is not ours', undefined, /is not a site of this product/u],
  ['that cannot be reached', 'http://127.0.0.1:9', /cannot be reached/u],
])('names a site %s and exits with 1', async (_, address, problem) => {
  const { code, report } = await runOn({ '/en': { text: HOME } }, address);
  expect(code).toBe(1);
  expect(report).toMatch(problem);
});
