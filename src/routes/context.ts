import type { Request, Response } from 'express';
import { encodePath } from '../content/links.ts';
import { texts } from '../i18n/set-up.ts';
import { type Ground, type PageContext, readGround } from '../services/context.ts';
import type { Services } from '../services/index.ts';
import type { Page } from '../services/page-model.ts';

/** What a page is built with, in the language of the request. */
export const contextOf = ({ content, config }: Services, { lng, t }: Request): PageContext => ({
  reader: content.reader(lng),
  texts: texts(lng),
  t,
  siteUrl: config.siteUrl,
});

export type Setting = { context: PageContext; ground: Ground };

const settings = new WeakMap<Request, Promise<Setting>>();

/** What a page is built with and the ground it stands on: asked once for a request, however many look at it. */
export function settingOf(services: Services, request: Request): Promise<Setting> {
  const known = settings.get(request);
  if (known) return known;
  const context = contextOf(services, request);
  const setting = readGround(context.reader).then((ground) => ({ context, ground }));
  settings.set(request, setting);
  return setting;
}

/** Sends a rendered page; caches ask whether it is still the same. */
export function sendPage({ render }: Services, response: Response, page: Page): void {
  response
    .set({ 'Cache-Control': 'no-cache', 'Content-Type': 'text/html; charset=utf-8' })
    .send(render(page));
}

/**
 * Leads to the address as the site writes it where the request has a trailing slash or another case. Other ways to
 * write the same letters (percent escapes) are left alone: proxies rewrite them, and a redirect could go in a circle.
 */
export function redirectedTo(path: string, { address }: Request, response: Response): boolean {
  const isPrefixExact = address.prefix === address.prefix.toLowerCase();
  const asked = encodePath(address.segments, address.language);
  if (asked === path && isPrefixExact && !address.hasTrailingSlash) return false;
  response.redirect(308, `${path}${address.search}`);
  return true;
}
