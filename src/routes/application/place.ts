import type { Request, RequestHandler } from 'express';
import { encodePath } from '../../content/links.ts';
import type { MenuNode } from '../../content/menu.ts';
import { resolvePath } from '../../content/resolve.ts';
import { Failure } from '../../failures.ts';
import type { FormRequest } from '../../form/form-request.ts';
import type { Language } from '../../i18n/languages.ts';
import type { SiteData } from '../../pages/site-data.ts';
import type { Services } from '../../services.ts';

declare global {
  namespace Express {
    interface Request {
      /** There for the application form's addresses. */
      form: FormRequest;
    }
  }
}

/** The names below the form's own address. */
const PARTS = ['files', 'sent'];

type Place = { node: MenuNode; part: string };

/** Lets only the application form's addresses in, as `/`, `/files` and `/sent`, whatever its menu item's path. */
export function applicationForm({ requestContexts }: Pick<Services, 'requestContexts'>): RequestHandler {
  const lastSiteData = new Map<Language, SiteData>();

  /** A POST must not lose what it holds because the backend is away: it takes the menu as it was last seen. */
  async function siteDataOf(request: Request): Promise<SiteData> {
    const { lng, method } = request;
    const last = lastSiteData.get(lng);
    try {
      const { siteData } = await requestContexts.sourcesOf(request);
      lastSiteData.set(lng, siteData);
      return siteData;
    } catch (error) {
      if (method === 'POST' && last) return last;
      throw error;
    }
  }

  return async (request, _response, next) => {
    const { method } = request;
    const siteData = await siteDataOf(request);
    const place = placeOf(siteData, request.address.segments);
    if (!place) return next('router');
    // The content of the form belongs to its visitor alone.
    if (request.isPayloadAsked) throw new Failure('notFound');
    request.form = {
      node: place.node,
      siteData,
      problems: [],
      removed: [],
      kept: 0,
      isLooking: method !== 'POST',
      isTokenNeeded: false,
    };
    request.url = encodePath(place.part ? [place.part] : [], 'zh');
    next();
  };
}

function placeOf({ menu }: SiteData, segments: readonly string[]): Place | undefined {
  const own = resolvePath(menu, segments);
  if (isForm(own)) return { node: own.node, part: '' };
  const part = segments.at(-1) ?? '';
  const above = resolvePath(menu, segments.slice(0, -1));
  return PARTS.includes(part) && isForm(above) ? { node: above.node, part } : undefined;
}

type Resolved = ReturnType<typeof resolvePath>;
const isForm = (resolved: Resolved): resolved is Extract<Resolved, { kind: 'page' }> =>
  resolved.kind === 'page' && resolved.node.kind === 'application';
