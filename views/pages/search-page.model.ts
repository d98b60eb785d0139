import type { ArticleCard } from '../components/article-list.model.ts';
import type { Link } from '../components/link.model.ts';
import type { PaginationModel } from '../components/pagination.model.ts';

export type SearchBody = {
  kind: 'search';
  keyword: string;
  message?: string;
  found?: boolean;
  list: ArticleCard[];
  pagination?: PaginationModel;
  suggestions: Link[];
};
