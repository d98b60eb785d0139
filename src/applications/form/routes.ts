import { Router } from 'express';
import { allowMethods, readOnly, rejectCrossSite } from '../../http/middleware/access.ts';
import { setKind } from '../../http/middleware/request-log.ts';
import type { Services } from '../../services.ts';
import { sendReceiptFile, showReceipt } from '../receipt/routes.ts';
import { handleUploads, overrideMethod, sendPlainError, sendProtocol } from '../uploads/tus/routes.ts';
import { onlyFormAddresses } from './form-request.ts';
import { backToForm, sendPayload, showForm } from './page/show-form.ts';
import { handleRefusal, onlyFieldChecks, postForm } from './submission/post-form.ts';
import { refuseTooLarge } from './submission/read-body.ts';

/** Serves the application form at the path of its menu item, and the URLs below it. */
export function application(services: Services): Router {
  const router = Router({ caseSensitive: true });
  const { limiters } = services;
  const foreign = rejectCrossSite(services.config.siteUrl);
  const uploads = limiters.posts('uploads');
  const body = [limiters.openPosts(), refuseTooLarge];
  router.use(onlyFormAddresses(services), setKind('form'));
  router.use(sendPayload(services));
  router.get('/', showForm(services));
  router.post('/', onlyFieldChecks, foreign, limiters.posts('checks'), body, postForm(services));
  router.post('/', foreign, limiters.posts('posts'), body, postForm(services));
  router.get('/files', backToForm(services));
  router.post('/files', foreign, uploads, body, postForm(services));
  router.use(handleRefusal(services));
  router.get('/uploads', backToForm(services));
  router.options(['/uploads', '/uploads/:id'], sendProtocol);
  router.use('/uploads', overrideMethod);
  const piece = limiters.openPosts();
  const upload = handleUploads(services);
  router.post('/uploads', foreign, uploads, piece, upload);
  router.patch('/uploads/:id', foreign, piece, upload);
  router.all(['/uploads', '/uploads/:id'], foreign, upload);
  router.use('/uploads', sendPlainError);
  router.get('/sent', showReceipt(services));
  router.get('/receipt.txt', sendReceiptFile(services));
  router.use(['/sent', '/receipt.txt'], readOnly);
  router.use(allowMethods('GET', 'HEAD', 'POST'));
  return router;
}
