import { Router } from 'express';
import { refuseForeign } from '../../middleware/cross-site.ts';
import { limitPosts } from '../../middleware/rate-limit.ts';
import { onlyMethods, readingOnly } from '../../middleware/reading-only.ts';
import { isFor } from '../../middleware/request-log.ts';
import type { Services } from '../../services.ts';
import { answerFiles, backToForm } from './files.ts';
import { answerForm, showForm } from './form.ts';
import { onlyFormAddresses } from './place.ts';
import { sendReceiptFile } from './receipt-file.ts';
import { showReceipt } from './sent.ts';
import { answerUploads, inWords, readOverride, tellProtocol } from './uploads.ts';

/** The application form, at the path that the menu gives it, and the addresses below. */
export function application(services: Services): Router {
  const router = Router({ caseSensitive: true });
  const guards = [refuseForeign(services.config.siteUrl), limitPosts(services)];
  router.use(onlyFormAddresses(services), isFor('form'));
  router.get('/', showForm(services));
  router.post('/', guards, answerForm(services));
  router.get('/files', backToForm(services));
  router.post('/files', guards, answerFiles(services));
  router.get('/uploads', backToForm(services));
  router.options(['/uploads', '/uploads/:id'], tellProtocol);
  router.use('/uploads', readOverride);
  router.post('/uploads', guards, answerUploads(services));
  router.all(['/uploads', '/uploads/:id'], refuseForeign(services.config.siteUrl), answerUploads(services));
  router.use('/uploads', inWords);
  router.get('/sent', showReceipt(services));
  router.get('/receipt.txt', sendReceiptFile(services));
  router.use(['/sent', '/receipt.txt'], readingOnly);
  router.use(onlyMethods('GET', 'HEAD', 'POST'));
  return router;
}
