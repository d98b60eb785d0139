import { Router } from 'express';
import { refuseForeign } from '../../http/middleware/cross-site.ts';
import { onlyMethods, readingOnly } from '../../http/middleware/reading-only.ts';
import { isFor } from '../../http/middleware/request-log.ts';
import type { Services } from '../../services.ts';
import { answerPost } from './answer-post.ts';
import { answerFieldCheck, onlyFieldChecks } from './field-check.ts';
import { onlyFormAddresses } from './form-address.ts';
import { sendReceiptFile } from './receipt-download.ts';
import { showReceipt } from './receipt-page.ts';
import { answerRefused, refuseTooLarge } from './reject-post.ts';
import { answerUploads, inWords, readOverride, tellProtocol } from './resumable-uploads.ts';
import { backToForm, showForm } from './show-form.ts';

/** The application form, at the path that the menu gives it, and the addresses below. */
export function application(services: Services): Router {
  const router = Router({ caseSensitive: true });
  const { limiters } = services;
  const foreign = refuseForeign(services.config.siteUrl);
  const uploads = limiters.posts('uploads');
  const body = [limiters.openPosts(), refuseTooLarge];
  router.use(onlyFormAddresses(services), isFor('form'));
  router.get('/', showForm(services));
  router.post('/', onlyFieldChecks, foreign, limiters.posts('checks'), body, answerFieldCheck(services));
  router.post('/', foreign, limiters.posts('posts'), body, answerPost(services));
  router.get('/files', backToForm(services));
  router.post('/files', foreign, uploads, body, answerPost(services, { kind: 'upload' }));
  router.use(answerRefused(services));
  router.get('/uploads', backToForm(services));
  router.options(['/uploads', '/uploads/:id'], tellProtocol);
  router.use('/uploads', readOverride);
  router.post('/uploads', foreign, uploads, answerUploads(services));
  router.all(['/uploads', '/uploads/:id'], foreign, answerUploads(services));
  router.use('/uploads', inWords);
  router.get('/sent', showReceipt(services));
  router.get('/receipt.txt', sendReceiptFile(services));
  router.use(['/sent', '/receipt.txt'], readingOnly);
  router.use(onlyMethods('GET', 'HEAD', 'POST'));
  return router;
}
