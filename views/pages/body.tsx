import type { Texts } from '../../src/i18n/set-up.ts';
import type { Page, SiteAssets } from '../document.model.ts';
import { ArticlePage } from './article-page.tsx';
import { ErrorPage } from './error-page.tsx';
import { HomePage } from './home-page.tsx';
import { MenuPage } from './menu-page.tsx';
import { SearchPage } from './search-page.tsx';

type Props = { page: Page; texts: Texts; assets: SiteAssets };

export function Body({ page, texts, assets }: Props) {
  const { body, breadcrumbs, layout } = page;
  switch (body.kind) {
    case 'home':
      return <HomePage body={body} texts={texts} />;
    case 'page':
      return <MenuPage body={body} breadcrumbs={breadcrumbs} texts={texts} />;
    case 'article':
      return <ArticlePage body={body} breadcrumbs={breadcrumbs} texts={texts} />;
    case 'search':
      return <SearchPage body={body} breadcrumbs={breadcrumbs} action={layout.searchAction} texts={texts} />;
    case 'error':
      return <ErrorPage body={body} assets={assets} />;
  }
}
