import { renderToString } from 'react-dom/server';
import { Document } from '../../views/document.tsx';
import { texts } from '../i18n/set-up.ts';
import type { Page } from './page-model.ts';
import type { SiteAssets } from './site-assets.ts';

/** A page as a whole HTML document. */
export const renderPage = (page: Page, assets: SiteAssets): string =>
  `<!DOCTYPE html>${renderToString(<Document page={page} texts={texts(page.language)} assets={assets} />)}`;
