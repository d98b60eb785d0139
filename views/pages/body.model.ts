import type { ArticleBody } from './article-page.model.ts';
import type { ErrorBody } from './error-page.model.ts';
import type { HomeBody } from './home-page.model.ts';
import type { MenuBody } from './menu-page.model.ts';
import type { SearchBody } from './search-page.model.ts';

export type Body = HomeBody | MenuBody | ArticleBody | SearchBody | ErrorBody;
