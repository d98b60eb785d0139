import { type ArticleCard, ArticleList } from '../../../views/components/article-list.tsx';
import { Pagination, type PaginationModel } from '../../../views/components/links.tsx';
import type { SectionProps } from './section.ts';

type ArticlesContent = { kind: 'articles'; list: ArticleCard[]; pagination?: PaginationModel };

export const Articles = ({ content, level }: SectionProps<ArticlesContent>) => (
  <>
    <ArticleList list={content.list} level={level} isRevealed />
    <Pagination pagination={content.pagination} />
  </>
);
