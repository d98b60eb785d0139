import path from 'node:path';
import express, { type RequestHandler } from 'express';
import type { Services } from '../../services.ts';

/** The site's own styles and pictures. Their names contain a hash, so that they never change. */
export const assets = ({ distDir }: Pick<Services, 'distDir'>): RequestHandler =>
  express.static(path.join(distDir, 'assets'), {
    index: false,
    redirect: false,
    immutable: true,
    maxAge: '1y',
  });

const MAX_AGE_S = 86_400;

/** Old browsers request this icon although the page names another one. */
export const favicon =
  ({ siteAssets }: Pick<Services, 'siteAssets'>): RequestHandler =>
  (_request, response) => {
    response.set('Cache-Control', `public, max-age=${MAX_AGE_S}`);
    response.redirect(302, siteAssets['images/favicon.ico'] ?? '/');
  };
