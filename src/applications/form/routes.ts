import { type Request, type RequestHandler, Router } from 'express';
import { ancestorsOf, resolvePath } from '../../content/menu/menu.ts';
import { allowMethods, readOnly } from '../../http/middleware/allow-methods.ts';
import { rejectCrossSite } from '../../http/middleware/cross-site.ts';
import { setKind } from '../../http/middleware/request-log.ts';
import type { Services } from '../../services.ts';
import type { RequestContexts } from '../../site/layout/page-context.ts';
import { sendReceiptFile, showReceipt } from '../receipt/receipt-page.ts';
import { handleUploads, overrideMethod, sendPlainError, sendProtocol } from '../uploads/tus/routes.ts';
import type { FormLocation } from './form-request.ts';
import { sendPayload, showForm } from './page/show-form.ts';
import { handleRefusedPost, onlyFieldChecks, postForm } from './submission/post-form.ts';
import { rejectTooLarge } from './submission/read-body.ts';

const FORM_PATHS = ['/', '/_payload.json', '/sent', '/receipt.txt', '/uploads', '/uploads/:id'];

/** Mounts the form's routes at the path of its menu item, whatever the spelling of that path. Skips all other paths. */
export function applicationRoutes(services: Services): RequestHandler {
  const form = formRoutes(services);
  return async (request, response, next) => {
    const found = await findForm(services.requestContexts, request);
    if (!found) return next();
    request.form = found;
    const depth = ancestorsOf(found.node).length;
    Router().use(new RegExp(`^(?:/[^/]+){${depth}}`, 'u'), form)(request, response, next);
  };
}

/** Finds the form at the requested path, or up to two segments above it: `{form}/uploads/:id`. */
async function findForm(contexts: RequestContexts, request: Request): Promise<FormLocation | undefined> {
  const { siteData } = await contexts.siteContextOf(request);
  const { segments, isPayload } = request.parsedUrl;
  for (const depth of isPayload ? [0] : [0, 1, 2]) {
    const resolved = resolvePath(siteData.menu, segments.slice(0, segments.length - depth));
    if (resolved.kind === 'page' && resolved.node.kind === 'application')
      return { node: resolved.node, siteData };
  }
  return undefined;
}

function formRoutes(services: Services): Router {
  const router = Router({ caseSensitive: true });
  const { rateLimits, openPosts } = services;
  const rejectForeign = rejectCrossSite(services.config.siteUrl);
  const uploads = rateLimits.posts('uploads');
  // Counts first: the body of a refused POST is also read.
  const count = openPosts.limit;
  const post = [rejectTooLarge, postForm(services)];
  router.all(FORM_PATHS, setKind('form'));
  router.use(sendPayload(services));
  router.get('/', showForm(services));
  router.post('/', onlyFieldChecks, count, rejectForeign, rateLimits.posts('checks'), post);
  router.post('/', count, rejectForeign, rateLimits.posts('posts'), post);
  router.use(handleRefusedPost(services));
  router.options(['/uploads', '/uploads/:id'], sendProtocol);
  router.use('/uploads', overrideMethod);
  const upload = handleUploads(services);
  router.post(['/uploads', '/uploads/:id'], count, rejectForeign, uploads, upload);
  router.patch('/uploads/:id', count, rejectForeign, upload);
  router.all(['/uploads', '/uploads/:id'], rejectForeign, upload);
  router.use('/uploads', sendPlainError);
  router.get('/sent', showReceipt(services));
  router.get('/receipt.txt', sendReceiptFile(services));
  router.all(['/sent', '/receipt.txt'], readOnly);
  router.all('/', allowMethods('GET', 'HEAD', 'POST'));
  return router;
}
