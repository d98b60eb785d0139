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
