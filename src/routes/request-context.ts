import type { Request, Response } from 'express';
import type { Content } from '../backend/content.ts';
import { PageDependencies } from '../backend/page-dependencies.ts';
import { texts } from '../i18n/set-up.ts';
import type { PageContext } from '../pages/page-context.ts';
import { readSiteData, type SiteData } from '../pages/site-data.ts';
import { AGE_HEADER, contentAge } from '../response-cache/content-age.ts';

/** The inputs of a request's page. */
export type PageSources = { context: PageContext; siteData: SiteData };

type Dependencies = { content: Content; siteUrl: string };

/** The contexts of requests: all readers of a request note their answers together, and its site data is read once. */
export function createRequestContexts({ content, siteUrl }: Dependencies) {
  const dependenciesByRequest = new WeakMap<Request, PageDependencies>();
  const sourcesByRequest = new WeakMap<Request, Promise<PageSources>>();

  function dependenciesOf(request: Request): PageDependencies {
    const dependencies = dependenciesByRequest.get(request) ?? new PageDependencies();
    dependenciesByRequest.set(request, dependencies);
    return dependencies;
  }

  /** A new context with a deadline of its own, in the language of the request. */
  function contextOf(request: Request): PageContext {
    const { lng, t } = request;
    const reader = content.reader(lng, undefined, dependenciesOf(request));
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
    setContentAge: (response: Response): void => setContentAge(response, dependenciesOf(response.req)),
  };
}

export type RequestContexts = ReturnType<typeof createRequestContexts>;

/** Says to machines how old the oldest of these answers is. */
export function setContentAge(response: Response, dependencies: PageDependencies): void {
  const { storedAt } = dependencies;
  if (storedAt !== undefined) response.set(AGE_HEADER, contentAge(storedAt));
}
