import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Deadline, Reader } from '../../content/backend/content.ts';
import { payloadPath } from '../../content/urls.ts';
import { type HeaderList, sendCached } from '../../http/response-cache/cached-response.ts';
import type { PageCache } from '../../http/response-cache/page-cache.ts';
import type { Language } from '../../i18n/languages.ts';
import type { SitePictures } from '../../media/pictures.ts';
import type { RequestContexts } from './page-context.ts';
import type { Page } from './render.tsx';

const HASH_LENGTH = 22;

/** Hashes the view model as JSON: the hash changes if and only if the page changes. */
export const payloadHash = (page: Page): string => hashOf(JSON.stringify(page));

const hashOf = (json: string): string =>
  createHash('sha256').update(json).digest('base64url').slice(0, HASH_LENGTH);

type Dependencies = {
  render: (page: Page, payload?: string) => string;
  pages: PageCache;
  pictures: Pick<SitePictures, 'sizeOf' | 'findUnsized' | 'inspect'>;
  requestContexts: Pick<RequestContexts, 'setContentAge'>;
  siteUrl: string;
  rules: string;
};

const JSON_TYPE = 'application/json; charset=utf-8';
const HTML_TYPE = 'text/html; charset=utf-8';

type Document = { url: string; body: string; type: string; language?: Language };

export function createPageSender({ render, pages, pictures, requestContexts, siteUrl, rules }: Dependencies) {
  /** A list of strings (RFC 9651). The form and error pages are sent elsewhere and have no rules. */
  const nextPage = ['Speculation-Rules', `"${rules}"`] as const;

  /** Renders a page, waits for image sizes that are unknown until the page's deadline, and renders it again with them. */
  async function withPictures(page: Page, renderWith: (page: Page) => string, deadline?: Deadline) {
    const sources = new Set<string>();
    const sizeOf = (src: string) => pictures.sizeOf(sources.add(src) && src);
    const html = renderWith({ ...page, pictures: sizeOf });
    const unsized = pictures.findUnsized(sources);
    if (unsized.length === 0) return { html, hasMissing: false };
    const inspected = pictures.inspect(unsized);
    await (deadline?.(inspected, 'images').catch(() => undefined) ?? inspected);
    const stillUnsized = pictures.findUnsized(unsized);
    const isSame = stillUnsized.length === unsized.length;
    return {
      html: isSame ? html : renderWith({ ...page, pictures: sizeOf }),
      hasMissing: stillUnsized.length > 0,
    };
  }

  async function send(
    request: Request,
    response: Response,
    page: Page,
    { language, dependencies, deadline }: Reader,
  ): Promise<void> {
    const url = page.head.canonical?.slice(siteUrl.length) ?? '';
    const store = (at: string, body: string, type: string, more?: HeaderList) =>
      pages.store(at, body, { type, kind: request.kind ?? 'page', language, more }, dependencies);
    if (request.parsedUrl.isPayload) {
      const json = JSON.stringify(page);
      const body = `{"hash":"${hashOf(json)}","page":${json}}`;
      return sendCached(request, response, store(payloadPath(url), body, JSON_TYPE));
    }
    // The hash excludes image sizes: they do not change the content.
    const hash = payloadHash(page);
    const { html, hasMissing } = await withPictures(page, (whole) => render(whole, hash), deadline);
    if (hasMissing) dependencies.isComplete = false;
    sendCached(request, response, store(url, html, HTML_TYPE, nextPage));
  }

  /** Sends a page with too many URLs to cache. `renderPart` renders the part that htmx requested. */
  async function sendUncached(
    response: Response,
    page: Page,
    { deadline }: Reader,
    renderPart?: (page: Page) => string,
  ): Promise<void> {
    response.set('Cache-Control', 'no-cache');
    requestContexts.setContentAge(response);
    const { html } = await withPictures(page, renderPart ?? render, deadline);
    response.set(...nextPage);
    response.type(HTML_TYPE).send(html);
  }

  function sendDocument(
    request: Request,
    response: Response,
    { url, body, type, language }: Document,
    { dependencies }: Reader,
  ): void {
    const about = { type: `${type}; charset=utf-8`, kind: request.kind ?? 'machine', language };
    sendCached(request, response, pages.store(url, body, about, dependencies));
  }

  return { send, sendUncached, sendDocument, withPictures };
}
