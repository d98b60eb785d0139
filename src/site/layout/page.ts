import type { DocumentModel } from '../../../views/document.model.ts';
import type { ArticleBody } from '../article/article-view.tsx';
import type { ErrorBody } from '../error/error-view.tsx';
import type { HomeBody } from '../home/home-view.tsx';
import type { MenuBody } from '../menu-page/menu-view.tsx';
import type { SearchBody } from '../search/search-view.tsx';

export type Body = HomeBody | MenuBody | ArticleBody | SearchBody | ErrorBody;

/** View model of a whole page. */
export type Page = DocumentModel<Body>;
