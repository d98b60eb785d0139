import type { ArticleCard } from '../components/article-list.model.ts';
import type { PaginationModel } from '../components/pagination.model.ts';
import type { ApplicationContent } from './application.model.ts';
import type { CardsContent } from './cards.model.ts';
import type { CommonContent } from './common.model.ts';
import type { ContactContent } from './contact.model.ts';
import type { DirectionsContent } from './directions.model.ts';
import type { EventsContent } from './events.model.ts';
import type { HonoursContent } from './honours.model.ts';
import type { ProductsContent } from './products.model.ts';
import type { ReceiptContent } from './receipt.model.ts';
import type { ReportsContent } from './reports.model.ts';

type ArticlesContent = { kind: 'articles'; list: ArticleCard[]; pagination?: PaginationModel };

export type SectionContent =
  | CommonContent
  | ArticlesContent
  | HonoursContent
  | EventsContent
  | ReportsContent
  | DirectionsContent
  | ProductsContent
  | ContactContent
  | ApplicationContent
  | ReceiptContent
  | CardsContent;

/** `id` is the anchor of the section; a section without a heading stands right under the page's title. */
export type Section = { id?: string; heading?: string; content: SectionContent };
