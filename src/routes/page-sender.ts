import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Page } from '../../views/document.model.ts';
import type { SitePictures } from '../assets/pictures.ts';
import type { Reader } from '../backend/content.ts';
import type { Deadline } from '../backend/deadline.ts';
import { payloadAddress } from '../content/addresses.ts';
import { addressOf } from '../http/middleware/address.ts';
import type { RequestContexts } from '../pages/page-context.ts';
import { sendCached } from '../response-cache/cached-response.ts';
import type { PageCache } from '../response-cache/page-cache.ts';
import type { HeaderList } from '../response-cache/variants.ts';

type Dependencies = {
  render: (page: Page, payload?: string) => string;
  pages: PageCache;
  pictures: Pick<SitePictures, 'of' | 'known'>;
  requestContexts: Pick<RequestContexts, 'setContentAge'>;
  siteUrl: string;
  /** The address of the rules of what browsers may prefetch. */
  rules: string;
};

const JSON_TYPE = 'application/json; charset=utf-8';
const HTML_TYPE = 'text/html; charset=utf-8';

export function createPageSender({ render, pages, pictures, requestContexts, siteUrl, rules }: Dependencies) {
  /** A list of strings (RFC 9651). The form and error pages, which are not sent from here, do without. */
  const nextPage = ['Speculation-Rules', `"${rules}"`] as const;

  /** A page with what is known of its pictures. They are not waited for longer than the page's deadline. */
  async function withPictures(page: Page, within?: Deadline, json = JSON.stringify(page)) {
    const looked = pictures.of(json);
    const late = () => ({ pictures: pictures.known(json), hasMissing: true });
    const { pictures: known, hasMissing } = await (within?.(looked).catch(late) ?? looked);
    return { page: { ...page, pictures: known }, hasMissing };
  }

  /** Sends a page, or its payload, and keeps the bytes for the next requests. */
  async function send(
    request: Request,
    response: Response,
    page: Page,
    { language, dependencies, within }: Reader,
  ): Promise<void> {
    const address = page.head.canonical?.slice(siteUrl.length) ?? '';
    const keep = (at: string, body: string, type: string, more?: HeaderList) =>
      pages.store(at, body, { type, kind: request.kind ?? 'page', language, more }, dependencies);
    const json = JSON.stringify(page);
    if (addressOf(request).isPayload)
      return sendCached(request, response, keep(payloadAddress(address), payloadOf(json), JSON_TYPE));
    const { page: whole, hasMissing } = await withPictures(page, within, json);
    if (hasMissing) dependencies.degrade('provisional');
    // The hash covers the page alone: later facts about its pictures do not make it another page.
    const html = render(whole, payloadHash(json));
    sendCached(request, response, keep(address, html, HTML_TYPE, nextPage));
  }

  /** Sends a page of a kind with too many addresses to keep. `renderPart` renders the part that htmx asked for. */
  async function sendUncached(
    request: Request,
    response: Response,
    page: Page,
    { within }: Reader,
    renderPart?: (page: Page) => string,
  ): Promise<void> {
    response.set('Cache-Control', 'no-cache');
    requestContexts.setContentAge(response);
    if (addressOf(request).isPayload)
      return void response.type(JSON_TYPE).send(payloadOf(JSON.stringify(page)));
    const { page: whole } = await withPictures(page, within);
    response.set(...nextPage);
    response.type(HTML_TYPE).send(renderPart ? renderPart(whole) : render(whole));
  }

  return { send, sendUncached, withPictures };
}

const HASH_LENGTH = 22;

/** The hash of what a page is rendered from, given as JSON: it changes with the page and with nothing else. */
const payloadHash = (page: string): string =>
  createHash('sha256').update(page).digest('base64url').slice(0, HASH_LENGTH);

/** What a page is rendered from, as JSON with its hash: `{"hash", "page"}`. */
const payloadOf = (page: string): string => `{"hash":"${payloadHash(page)}","page":${page}}`;
