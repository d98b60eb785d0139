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
  pictures: Pick<SitePictures, 'sizeOf' | 'unknownOf' | 'inspect'>;
  requestContexts: Pick<RequestContexts, 'setContentAge'>;
  siteUrl: string;
  /** URL of the speculation rules. */
  rules: string;
};

const JSON_TYPE = 'application/json; charset=utf-8';
const HTML_TYPE = 'text/html; charset=utf-8';

type Document = { url: string; body: string; type: string; language?: Language };

export function createPageSender({ render, pages, pictures, requestContexts, siteUrl, rules }: Dependencies) {
  /** A list of strings (RFC 9651). The form and error pages are sent elsewhere and have no rules. */
  const nextPage = ['Speculation-Rules', `"${rules}"`] as const;

  /**
   * Renders a page with the sizes of its images. If some are unknown, waits for them, at most until the page's deadline, and
   * renders the page again.
   */
  async function withPictures(page: Page, draw: (page: Page) => string, within?: Deadline) {
    const shown = new Set<string>();
    const sizeOf = (src: string) => pictures.sizeOf(shown.add(src) && src);
    const html = draw({ ...page, pictures: sizeOf });
    const unknown = pictures.unknownOf(shown);
    if (unknown.length === 0) return { html, hasMissing: false };
    const inspected = pictures.inspect(unknown);
    await (within?.(inspected).catch(() => undefined) ?? inspected);
    const stillUnknown = pictures.unknownOf(unknown);
    const isSame = stillUnknown.length === unknown.length;
    return {
      html: isSame ? html : draw({ ...page, pictures: sizeOf }),
      hasMissing: stillUnknown.length > 0,
    };
  }

  /** Sends a page or its payload, and caches the bytes. */
  async function send(
    request: Request,
    response: Response,
    page: Page,
    { language, dependencies, within }: Reader,
  ): Promise<void> {
    const url = page.head.canonical?.slice(siteUrl.length) ?? '';
    const store = (at: string, body: string, type: string, more?: HeaderList) =>
      pages.store(at, body, { type, kind: request.kind ?? 'page', language, more }, dependencies);
    if (request.parsedUrl.isPayload) {
      const json = JSON.stringify(page);
      const body = `{"hash":"${hashOf(json)}","page":${json}}`;
      return sendCached(request, response, store(payloadPath(url), body, JSON_TYPE));
    }
    // The hash excludes image sizes, because they do not change the content of the page.
    const hash = payloadHash(page);
    const { html, hasMissing } = await withPictures(page, (whole) => render(whole, hash), within);
    if (hasMissing) dependencies.isComplete = false;
    sendCached(request, response, store(url, html, HTML_TYPE, nextPage));
  }

  /**
   * Sends a page of a kind with too many URLs to cache, which has no payload. `renderPart` renders the part that htmx requested.
   */
  async function sendUncached(
    response: Response,
    page: Page,
    { within }: Reader,
    renderPart?: (page: Page) => string,
  ): Promise<void> {
    response.set('Cache-Control', 'no-cache');
    requestContexts.setContentAge(response);
    const { html } = await withPictures(page, renderPart ?? render, within);
    response.set(...nextPage);
    response.type(HTML_TYPE).send(html);
  }

  /** Sends a machine-readable document and caches its bytes. */
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
