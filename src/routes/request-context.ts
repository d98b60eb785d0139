import type { Request, Response } from 'express';
import type { Content } from '../backend/content.ts';
import { PageDependencies } from '../backend/page-dependencies.ts';
import type { Language } from '../i18n/languages.ts';
import { texts } from '../i18n/set-up.ts';
import type { PageContext } from '../pages/page-context.ts';
import { readSiteData, type SiteData } from '../pages/site-data.ts';
import { AGE_HEADER, contentAge } from '../response-cache/answer.ts';

/** The inputs of a request's page. */
type PageSources = { context: PageContext; siteData: SiteData };

type Dependencies = { content: Content; siteUrl: string };

/** The contexts of requests: all readers of a request note their answers together, and its site data is read once. */
export function createRequestContexts({ content, siteUrl }: Dependencies) {
  const dependenciesByRequest = new WeakMap<Request, PageDependencies>();
  const sourcesByRequest = new WeakMap<Request, Promise<PageSources>>();
  const lastSiteData = new Map<Language, SiteData>();

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
    const sources = readSources(request);
    sourcesByRequest.set(request, sources);
    return sources;
  }

  /** A POST must not lose what it holds because the backend is away: it takes the menu as it was last seen. */
  async function readSources(request: Request): Promise<PageSources> {
    const context = contextOf(request);
    const last = lastSiteData.get(request.lng);
    try {
      const siteData = await readSiteData(context.reader);
      lastSiteData.set(request.lng, siteData);
      return { context, siteData };
    } catch (error) {
      if (request.method === 'POST' && last) return { context, siteData: last };
      throw error;
    }
  }

  /** Says to machines how old the oldest answer is that a request's own is made of. */
  function setContentAge(response: Response): void {
    const { storedAt } = dependenciesOf(response.req);
    if (storedAt !== undefined) response.set(AGE_HEADER, contentAge(storedAt));
  }

  return { contextOf, sourcesOf, setContentAge };
}

export type RequestContexts = ReturnType<typeof createRequestContexts>;
