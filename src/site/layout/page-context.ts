import type { Request, Response } from 'express';
import type { TFunction } from 'i18next';
import type { Layout, MenuEntry } from '../../../views/document.model.ts';
import { PageDependencies } from '../../content/backend/cache.ts';
import type { Content, Reader } from '../../content/backend/content.ts';
import type { CommonRecord, Group } from '../../content/backend/schemas.ts';
import { menuItemHref } from '../../content/links.ts';
import { ancestorsOf, type Menu, type MenuItem } from '../../content/menu/menu.ts';
import { LANGUAGE_PATHS } from '../../content/site-paths.ts';
import { excerpt, toSingleLine } from '../../content/text/plain-text.ts';
import { AGE_HEADER, contentAge } from '../../http/response-cache/cached-response.ts';
import { homePath, type Language, languageFacts } from '../../i18n/languages.ts';
import { type Texts, texts } from '../../i18n/set-up.ts';
import { buildContact } from '../sections/section.ts';

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

/** Maximum description length in the menu, which is on every page. */
const MENU_DESCRIPTION_LENGTH: Record<Language, number> = { zh: 56, en: 150 };
const MAX_DESCRIBED = 48;

/** Builds the layout of a page. `current` is its menu item, or the column of an article. */
export function buildLayout(siteData: SiteData, texts: Texts, current?: MenuItem, isOwnPage = true): Layout {
  const { menu, group, intro } = siteData;
  const { name, shortName = name, slogan, logoUrl, copyright, icp, policeRecord } = group;
  return {
    ...bareLayout(menu.language, texts),
    siteName: name,
    shortName,
    slogan,
    logoUrl,
    menu: headerMenu(menu, current, isOwnPage),
    legalLinks: menu.footer.map((node) => ({ href: node.path, text: node.name })),
    description: intro?.remarkContent && toSingleLine(intro.remarkContent.text),
    contact: buildContact(group, menu.language),
    contactHref: menu.contact && menuItemHref(menu.contact, menu.language),
    copyright,
    icp,
    policeRecord,
  };
}

/** Builds the layout of an error page if no content is available. */
export function bareLayout(language: Language, texts: Texts): Layout {
  const { prefix } = languageFacts[language];
  return {
    siteName: texts.orgTitle,
    shortName: texts.orgTitle,
    home: homePath(language),
    searchAction: prefix + LANGUAGE_PATHS.search,
    feed: prefix + LANGUAGE_PATHS.feed,
    manifest: prefix + LANGUAGE_PATHS.webmanifest,
    menu: [],
    legalLinks: [],
  };
}

function headerMenu({ header, language }: Menu, current: MenuItem | undefined, isOwnPage: boolean) {
  const path = ancestorsOf(current);
  const currentMark = (node: MenuItem) => {
    if (node === path[0] && isOwnPage) return 'page';
    return path.includes(node) ? 'true' : undefined;
  };
  const second = header.reduce((sum, { children }) => sum + children.length, 0);
  const length = MENU_DESCRIPTION_LENGTH[language];
  const entry = (node: MenuItem, isDescribed: boolean): MenuEntry => ({
    href: menuItemHref(node, language),
    text: node.name,
    description: isDescribed && node.description ? excerpt(node.description, length) : undefined,
    current: currentMark(node),
    children: [],
  });
  return header.map((root) => ({
    ...entry(root, true),
    children: root.children.map((child) => entry(child, second <= MAX_DESCRIBED)),
  }));
}
