import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Express } from 'express';
import request from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../src/app.ts';
import { watchEntered } from '../support/entered-files.ts';
import { siteForFile } from '../support/site-for-file.ts';

const site = siteForFile();
const architecture = readFileSync(path.resolve(import.meta.dirname, '../../ARCHITECTURE.md'), 'utf8');

/** The rows of the table in ARCHITECTURE.md: an address and the files of its answer, the answering one last. */
const rows = new Map(
  [...architecture.matchAll(/^\| `((?:GET|POST|PATCH) [^`]+)` \| (`routes\/.+) \|$/gmu)].map(
    ([, address = '', files = '']) => [address, [...files.matchAll(/`([^`]+)`/gu)].map(([, file]) => file)],
  ),
);

/** An address of the fake content for every row. */
const EXAMPLES: Record<string, string> = {
  'GET /': '/en',
  'GET /{path}': '/en/history',
  'GET {path of an anchor}': '/en/core-values',
  'GET {path}/_payload.json': '/en/history/_payload.json',
  'GET /articles/{id}': '/en/articles/loose',
  'GET {column}/{id}': '/en/newsroom/insights/24',
  'GET /search': '/en/search?keyword=bridge',
  'GET {form}': '/en/apply',
  'GET {form}/files': '/en/apply/files',
  'GET {form}/uploads': '/en/apply/uploads',
  'GET {form}/sent': '/en/apply/sent',
  'GET {form}/receipt.txt': '/en/apply/receipt.txt',
  'POST {form}': '/en/apply',
  'POST {form}/files': '/en/apply/files',
  'POST {form}/uploads': '/en/apply/uploads',
  'PATCH {form}/uploads/{id}': '/en/apply/uploads/x',
  'GET /captcha/image': '/captcha/image',
  'GET /captcha/audio': '/en/captcha/audio',
  'GET /files/{token}/{name}': '/files/none/x.pdf',
  'GET /media/{token}/{width}/{name}': '/media/none/480/x.png',
  'GET /qr/{path}.svg': '/qr/en/history.svg',
  'POST /hooks/content': '/hooks/content',
  'GET /builds/latest.json': '/builds/latest.json',
  'GET /builds/meta/{id}.json': '/builds/meta/none.json',
  'GET /feed.xml': '/en/feed.xml',
  'GET /sitemap.xml': '/sitemap.xml',
  'GET /robots.txt': '/robots.txt',
  'GET /.well-known/security.txt': '/.well-known/security.txt',
  'GET /favicon.ico': '/favicon.ico',
  'GET /site.webmanifest': '/en/site.webmanifest',
  'GET /healthz': '/healthz',
  'GET /readyz': '/readyz',
  'GET /metrics': '/metrics',
};

describe('the address table of ARCHITECTURE.md', () => {
  let app: Express;
  let entered: string[];

  beforeAll(async () => {
    app = createApp(site().services);
    entered = await watchEntered(app);
  });

  it('has a row for every address', () => {
    expect([...rows.keys()].sort()).toEqual(Object.keys(EXAMPLES).sort());
  });

  it.each(Object.entries(EXAMPLES))('names the file that answers %s (%s)', async (row, address) => {
    entered.length = 0;
    if (row.startsWith('GET')) await request(app).get(address);
    else if (row.startsWith('PATCH')) await request(app).patch(address);
    else
      await request(app)
        .post(address)
        .set('Sec-Fetch-Site', 'same-origin')
        .type('form')
        .send({ action: 'begin' });
    const files = rows.get(row) ?? [];
    const routes = entered.filter((file) => file.startsWith('src/routes/'));
    expect(routes.at(-1)).toBe(`src/${files.at(-1)}`);
    for (const file of files) expect(routes).toContain(`src/${file}`);
  });
});
