import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import path from 'node:path';
import { root } from '../../src/build/paths.ts';
import { securityHeaderList } from '../../src/http/middleware/security-headers.ts';
import { readSiteAssets } from '../../src/http/response-cache/built-assets.ts';
import { renderPage } from '../../src/site/layout/render.tsx';
import { listen } from '../support/listen.ts';
import { pictureAt, SMALL } from './pictures.ts';
import type { Specimen } from './specimen.ts';
import { specimens } from './specimens/index.ts';

const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

const distDir = path.join(root, 'dist');
const assets = readSiteAssets(distDir);

/** Renders a specimen like a page of the site. */
export const specimenHtml = ({ page }: Specimen): string => renderPage(page, assets, { build: 'gallery' });

async function respond(url: string, response: ServerResponse): Promise<void> {
  const send = (type: string, content: string | Uint8Array): void => {
    const headers = securityHeaderList('http://localhost', assets);
    response.writeHead(200, [...headers, 'Content-Type', type, 'Cache-Control', 'no-store']).end(content);
  };
  const specimen = specimens.find(({ id }) => url === `/gallery/${id}`);
  if (specimen) return send('text/html; charset=utf-8', specimenHtml(specimen));
  const picture = await pictureAt(url === '/captcha/image' ? SMALL : url);
  if (picture) return send('image/png', picture);
  if (!url.startsWith('/assets/')) return void response.writeHead(404).end();
  const file = await readFile(path.join(distDir, 'assets', path.basename(url)));
  send(TYPES[path.extname(url)] ?? 'application/octet-stream', file);
}

/** Serves the specimens with the assets of the build and the security headers of the site. */
export async function startGallery() {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    respond(decodeURI(pathname), response).catch(() => response.writeHead(404).end());
  });
  const { origin, close: stop } = await listen(server);
  return { origin, stop, [Symbol.asyncDispose]: stop };
}

export type Gallery = Awaited<ReturnType<typeof startGallery>>;
