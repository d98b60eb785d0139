import type { RequestHandler } from 'express';
import type { Services } from '../services.ts';

/** How long the redirect may be kept, in seconds. */
const MAX_AGE_S = 86_400;

/** The icon that old browsers ask for although the page names another one. */
export const favicon =
  ({ siteAssets }: Pick<Services, 'siteAssets'>): RequestHandler =>
  (_request, response) => {
    response.set('Cache-Control', `public, max-age=${MAX_AGE_S}`);
    response.redirect(302, siteAssets['images/favicon.ico'] ?? '/');
  };
