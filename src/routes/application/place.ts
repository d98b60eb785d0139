import type { Request, RequestHandler } from 'express';
import { encodePath } from '../../content/links.ts';
import type { MenuNode } from '../../content/menu.ts';
import { resolvePath } from '../../content/resolve.ts';
import { Failure } from '../../failures.ts';
import { addressOf } from '../../middleware/address.ts';
import type { SiteData } from '../../pages/site-data.ts';
import type { Services } from '../../services.ts';
import type { RequestContexts } from '../request-context.ts';

/** The names below the form's own address. */
const PARTS = ['files', 'sent', 'receipt.txt'];

/** The form whose address is asked for; `part` is the name below it, if any. */
type Place = { node: MenuNode; siteData: SiteData; part: string };

/** Lets only the application form's addresses in, as `/`, `/files`, `/sent` and `/receipt.txt`, whatever its menu item's path. */
export const onlyFormAddresses =
  ({ requestContexts }: Pick<Services, 'requestContexts'>): RequestHandler =>
  async (request, _response, next) => {
    const place = await findPlace(requestContexts, request);
    if (!place) return next('router');
    // The content of the form belongs to its visitor alone.
    if (addressOf(request).isPayload) throw new Failure('notFound');
    request.url = encodePath(place.part ? [place.part] : [], 'zh');
    next();
  };

export async function placeOf(contexts: RequestContexts, request: Request): Promise<Place> {
  const place = await findPlace(contexts, request);
  if (!place) throw new Failure('notFound');
  return place;
}

async function findPlace(contexts: RequestContexts, request: Request): Promise<Place | undefined> {
  const { siteData } = await contexts.siteContextOf(request);
  const { segments } = addressOf(request);
  const own = resolvePath(siteData.menu, segments);
  if (isForm(own)) return { node: own.node, siteData, part: '' };
  const part = segments.at(-1) ?? '';
  const above = resolvePath(siteData.menu, segments.slice(0, -1));
  return PARTS.includes(part) && isForm(above) ? { node: above.node, siteData, part } : undefined;
}

type Resolved = ReturnType<typeof resolvePath>;
const isForm = (resolved: Resolved): resolved is Extract<Resolved, { kind: 'page' }> =>
  resolved.kind === 'page' && resolved.node.kind === 'application';
