import type { Request, RequestHandler } from 'express';
import { encodePath } from '../../content/links.ts';
import type { MenuNode } from '../../content/menu/menu.ts';
import { resolvePath } from '../../content/menu/resolve.ts';
import { addressOf } from '../../http/middleware/address.ts';
import { Failure } from '../../lib/failures.ts';
import type { RequestContexts, SiteData } from '../../pages/page-context.ts';
import type { Services } from '../../services.ts';

/** The names below the form's own address. */
const PARTS = ['files', 'uploads', 'sent', 'receipt.txt'];
/** The one that has names below it. */
const UPLOADS = 'uploads';

/** The form whose address is asked for; `parts` are the names below it, if any. */
type Place = { node: MenuNode; siteData: SiteData; parts: string[] };

/** Lets only the application form's addresses in, as `/`, `/files`, `/uploads/…`, `/sent` and `/receipt.txt`, whatever its menu item's path. */
export const onlyFormAddresses =
  ({ requestContexts }: Pick<Services, 'requestContexts'>): RequestHandler =>
  async (request, _response, next) => {
    const place = await findPlace(requestContexts, request);
    if (!place) return next('router');
    // The content of the form belongs to its visitor alone.
    if (addressOf(request).isPayload) throw new Failure('notFound');
    request.url = encodePath(place.parts, 'zh');
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
  if (isForm(own)) return { node: own.node, siteData, parts: [] };
  const parts = segments.at(-2) === UPLOADS ? segments.slice(-2) : segments.slice(-1);
  const above = resolvePath(siteData.menu, segments.slice(0, -parts.length));
  return PARTS.includes(parts[0] ?? '') && isForm(above) ? { node: above.node, siteData, parts } : undefined;
}

type Resolved = ReturnType<typeof resolvePath>;
const isForm = (resolved: Resolved): resolved is Extract<Resolved, { kind: 'page' }> =>
  resolved.kind === 'page' && resolved.node.kind === 'application';
