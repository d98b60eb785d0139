import { createServer, type ServerResponse } from 'node:http';
import { securityHeaderList } from '../../src/http/middleware/security-headers.ts';
import { renderPage } from '../../src/pages/render.tsx';
import { listen } from '../support/listen.ts';
import { buildFiles, type Files, siteAssets, typeOf } from './assets.ts';
import { indexPage, widthsPage } from './index-page.ts';
import { pictureAt } from './pictures.ts';
import type { Specimen } from './specimen.ts';
import { specimens } from './specimens/index.ts';

const HTML = 'text/html; charset=utf-8';
const STAMP = { build: 'gallery' };
const SPECIMEN = /^\/gallery\/([\w-]+)(\/widths)?$/u;
const CODE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="220" height="80"><rect width="220" height="80" fill="#fff"/><path d="M20 60 60 20M80 20v40M110 20h40L120 60M170 20l30 40" stroke="#10233a" stroke-width="6" fill="none"/></svg>';

type Answer = { status: number; type: string; content: string | Uint8Array };
const ok = (type: string, content: string | Uint8Array): Answer => ({ status: 200, type, content });

/** A specimen as the site renders it. */
export const specimenHtml = (specimen: Specimen, files: Files): string =>
  renderPage(specimen.page, siteAssets(files), STAMP);

async function answerTo(path: string, files: Files): Promise<Answer> {
  if (path === '/') return ok(HTML, indexPage(specimens));
  if (path === '/captcha/image') return ok('image/svg+xml', CODE);
  const file = files.get(path);
  if (file) return ok(file.type, file.bytes);
  const [, id, widths] = SPECIMEN.exec(path) ?? [];
  const specimen = specimens.find((one) => one.id === id);
  if (specimen) return ok(HTML, widths ? widthsPage(specimen) : specimenHtml(specimen, files));
  const picture = await pictureAt(path);
  if (picture) return ok(typeOf(path), picture);
  return { status: 404, type: HTML, content: '<!DOCTYPE html><title>404</title><a href="/">Gallery</a>' };
}

type Options = {
  port?: number;
  /** Builds styles and scripts for every page anew, so that an edit shows on reload. */
  isFresh?: boolean;
};

/** Serves the gallery on this machine alone, under the site's own security headers. */
export async function startGallery({ port = 0, isFresh = false }: Options = {}) {
  let files = await buildFiles();

  async function handle(url: string, response: ServerResponse): Promise<void> {
    const path = decodeURI(new URL(url, 'http://localhost').pathname);
    if (isFresh && SPECIMEN.test(path)) files = await buildFiles();
    const { status, type, content } = await answerTo(path, files);
    const headers = securityHeaderList('http://localhost', siteAssets(files));
    response.writeHead(status, [...headers, 'Content-Type', type, 'Cache-Control', 'no-store']).end(content);
  }

  const server = createServer((request, response) => {
    handle(request.url ?? '/', response).catch((error: unknown) => {
      console.error(error);
      response.writeHead(500).end();
    });
  });
  const { origin, close: stop } = await listen(server, port);
  return { origin, files, stop, [Symbol.asyncDispose]: stop };
}

export type Gallery = Awaited<ReturnType<typeof startGallery>>;
