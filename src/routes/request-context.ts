import type { Request, Response } from 'express';
import type { Content } from '../backend/content.ts';
import { createUses, type Uses } from '../backend/uses.ts';
import { texts } from '../i18n/set-up.ts';
import type { PageContext } from '../pages/page-context.ts';
import { readSiteData, type SiteData } from '../pages/site-data.ts';
import { AGE_HEADER, contentAge } from '../response-cache/content-age.ts';

/** The inputs of a request's page. */
export type PageSources = { context: PageContext; siteData: SiteData };

type Dependencies = { content: Content; siteUrl: string };

/** The contexts of requests: all readers of a request note their answers together, and its site data is read once. */
export function createRequestContexts({ content, siteUrl }: Dependencies) {
  const usesByRequest = new WeakMap<Request, Uses>();
  const sourcesByRequest = new WeakMap<Request, Promise<PageSources>>();

  function usesOf(request: Request): Uses {
    const uses = usesByRequest.get(request) ?? createUses();
    usesByRequest.set(request, uses);
    return uses;
  }

  /** A new context with a deadline of its own, in the language of the request. */
  function contextOf(request: Request): PageContext {
    const { lng, t } = request;
    const reader = content.reader(lng, undefined, usesOf(request));
    return { reader, texts: texts(lng), t, siteUrl };
  }

  /** The context of a request with its site data, the same for every route that asks. */
  function sourcesOf(request: Request): Promise<PageSources> {
    const known = sourcesByRequest.get(request);
    if (known) return known;
    const context = contextOf(request);
    const sources = readSiteData(context.reader).then((siteData) => ({ context, siteData }));
    sourcesByRequest.set(request, sources);
    return sources;
  }

  return {
    contextOf,
    sourcesOf,
    /** Says to machines how old the content of an answer is. */
    setContentAge: (response: Response): void => setContentAge(response, usesOf(response.req)),
  };
}

export type RequestContexts = ReturnType<typeof createRequestContexts>;

/** Says to machines how old the oldest of these answers is. */
export function setContentAge(response: Response, uses: Uses): void {
  const storedAt = uses.storedAt();
  if (storedAt !== undefined) response.set(AGE_HEADER, contentAge(storedAt));
}
