import type { ReactNode } from 'react';
import { type ArticleCard, ArticleList } from '../../../views/components/article-list.tsx';
import { type MoreLink, Pagination, type PaginationModel } from '../../../views/components/links.tsx';
import { Application, type ApplicationContent } from './application-view.tsx';
import { Cards, type CardsContent } from './cards-view.tsx';
import { Common, type CommonContent } from './common-view.tsx';
import { type ContactContent, ContactSection } from './contact-view.tsx';
import { Directions, type DirectionsContent } from './directions-view.tsx';
import { Events, type EventsContent } from './events-view.tsx';
import { Honours, type HonoursContent } from './honours-view.tsx';
import { Products, type ProductsContent } from './products-view.tsx';
import { Receipt, type ReceiptContent } from './receipt-view.tsx';
import { Reports, type ReportsContent } from './reports-view.tsx';
import type { SectionProps } from './section-props.ts';

export type SectionContent =
  | ApplicationContent
  | ArticlesContent
  | CardsContent
  | CommonContent
  | ContactContent
  | DirectionsContent
  | EventsContent
  | HonoursContent
  | ProductsContent
  | ReceiptContent
  | ReportsContent;

/**
 * A part of a page. `id` is its anchor, `code` its code if the anchor is not the slug of it; without a heading it follows the page's
 * title.
 */
export type PageSection = {
  id?: string;
  code?: string;
  heading?: string;
  content: SectionContent;
  more?: MoreLink;
};

type ArticlesContent = { kind: 'articles'; list: ArticleCard[]; pagination?: PaginationModel };

const Articles = ({ content, level }: SectionProps<ArticlesContent>) => (
  <>
    <ArticleList list={content.list} level={level} isRevealed />
    <Pagination pagination={content.pagination} />
  </>
);

type Kind = SectionContent['kind'];
type ContentOf<One extends Kind> = Extract<SectionContent, { kind: One }>;

const views: { [One in Kind]: (props: SectionProps<ContentOf<One>>) => ReactNode } = {
  application: Application,
  articles: Articles,
  cards: Cards,
  common: Common,
  contact: ContactSection,
  directions: Directions,
  events: Events,
  honours: Honours,
  products: Products,
  receipt: Receipt,
  reports: Reports,
};

/** The view of a section's content, or the text for an empty list. */
export function SectionView(props: SectionProps<SectionContent>) {
  if (isEmpty(props.content)) return <p className="empty">{props.texts.noData}</p>;
  // The table maps each kind to the view of its content, which the compiler cannot follow.
  const View = views[props.content.kind] as (props: SectionProps<SectionContent>) => ReactNode;
  return <View {...props} />;
}

function isEmpty(content: SectionContent): boolean {
  if ('list' in content) return content.list.length === 0;
  if ('years' in content) return content.years.length === 0;
  return 'records' in content && content.records.length === 0;
}
