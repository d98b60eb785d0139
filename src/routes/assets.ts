import path from 'node:path';
import express, { type RequestHandler } from 'express';
import type { Services } from '../services.ts';

/** The site's own styles and pictures, named by their content and therefore kept for a year. */
export const assets = ({ distDir }: Pick<Services, 'distDir'>): RequestHandler =>
  express.static(path.join(distDir, 'assets'), {
    index: false,
    redirect: false,
    immutable: true,
    maxAge: '1y',
  });

/** How long the redirect may be kept, in seconds. */
const MAX_AGE_S = 86_400;

/** The icon that old browsers ask for although the page names another one. */
export const favicon =
  ({ siteAssets }: Pick<Services, 'siteAssets'>): RequestHandler =>
  (_request, response) => {
    response.set('Cache-Control', `public, max-age=${MAX_AGE_S}`);
    response.redirect(302, siteAssets['images/favicon.ico'] ?? '/');
  };
