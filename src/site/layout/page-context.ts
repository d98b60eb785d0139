import type { Request, Response } from 'express';
import type { TFunction } from 'i18next';
import { PageDependencies } from '../../content/backend/cache.ts';
import type { Content, Reader } from '../../content/backend/content.ts';
import type { CommonRecord, Group } from '../../content/backend/schemas.ts';
import type { Menu } from '../../content/menu/menu.ts';
import { AGE_HEADER, contentAge } from '../../http/response-cache/cached-response.ts';
import type { Language } from '../../i18n/languages.ts';
import { type Texts, texts } from '../../i18n/set-up.ts';

export type PageContext = {
  reader: Reader;
  texts: Texts;
  t: TFunction;
  siteUrl: string;
};

export type SiteContext = PageContext & { siteData: SiteData };

/** The backend's data that every page needs, in the page's language. */
export type SiteData = { menu: Menu; group: Group; intro?: CommonRecord };

const INTRO_CODE = 'intro';

export async function readSiteData(reader: Reader): Promise<SiteData> {
  const [menu, group, [intro]] = await Promise.all([
    reader.menu(),
    reader.group(),
    reader.common(INTRO_CODE),
  ]);
  return { menu, group, intro };
}

type Dependencies = { content: Content; siteUrl: string };

/** Creates contexts of requests. All readers of a request share their dependencies, and its site data is read once. */
export function createRequestContexts({ content, siteUrl }: Dependencies) {
  const dependenciesByRequest = new WeakMap<Request, PageDependencies>();
  const siteContexts = new WeakMap<Request, Promise<SiteContext>>();
  const lastSiteData = new Map<Language, SiteData>();

  function dependenciesOf(request: Request): PageDependencies {
    const dependencies = dependenciesByRequest.get(request) ?? new PageDependencies();
    dependenciesByRequest.set(request, dependencies);
    return dependencies;
  }

  /** Returns a new context with its own deadline, in the language of the request. */
  function contextOf(request: Request): PageContext {
    const { lng, t } = request;
    const reader = content.reader(lng, undefined, dependenciesOf(request));
    return { reader, texts: texts(lng), t, siteUrl };
  }

  /** Returns the same context to every route that handles the request. */
  function siteContextOf(request: Request): Promise<SiteContext> {
    const existing = siteContexts.get(request);
    if (existing) return existing;
    const context = readSiteContext(request);
    siteContexts.set(request, context);
    return context;
  }

  /** If the backend is unavailable, a POST uses the last known menu, so that the typed text is not lost. */
  async function readSiteContext(request: Request): Promise<SiteContext> {
    const context = contextOf(request);
    const last = lastSiteData.get(request.lng);
    try {
      const siteData = await readSiteData(context.reader);
      lastSiteData.set(request.lng, siteData);
      return { ...context, siteData };
    } catch (error) {
      if (request.method === 'POST' && last) return { ...context, siteData: last };
      throw error;
    }
  }

  function setContentAge(response: Response): void {
    const { storedAt } = dependenciesOf(response.req);
    if (storedAt !== undefined) response.set(AGE_HEADER, contentAge(storedAt));
  }

  return { contextOf, siteContextOf, setContentAge };
}

export type RequestContexts = ReturnType<typeof createRequestContexts>;
