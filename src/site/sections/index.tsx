import type { ReactNode } from 'react';
import { type ArticleCard, ArticleList } from '../../../views/components/article-list.tsx';
import { type MoreLink, Pagination, type PaginationModel } from '../../../views/components/links.tsx';
import { Picture } from '../../../views/components/picture.tsx';
import { CardTitle, Day, type DayModel } from '../../../views/components/text.tsx';
import type { SectionKind } from '../../content/menu/sections.ts';
import { Application, application } from './application.tsx';
import { Common, common } from './common.tsx';
import { ContactSection, contact } from './contact.tsx';
import { Directions, directions } from './directions.tsx';
import { Events, events } from './events.tsx';
import { Honours, honours } from './honours.tsx';
import { Products, products } from './products.tsx';
import { Receipt } from './receipt.tsx';
import { Reports, reports } from './reports.tsx';
import type { BackendSection, Section, SectionProps } from './section.ts';

type ArticlesContent = { kind: 'articles'; list: ArticleCard[]; pagination?: PaginationModel };

export const Articles = ({ content, level }: SectionProps<ArticlesContent>) => (
  <>
    <ArticleList list={content.list} level={level} isRevealed />
    <Pagination pagination={content.pagination} />
  </>
);

type CardsContent = { kind: 'cards'; list: Card[] };
type Card = { href: string; name: string; description?: string; picUrl?: string; day?: DayModel };

/** Shows pictures only if every card has one. */
const Cards = ({ content: { list }, level }: SectionProps<CardsContent>) => {
  const arePictured = list.every(({ picUrl }) => picUrl);
  return (
    <ul className="list-grid cards" data-reveal="items">
      {list.map(({ href, name, description, picUrl, day }) => (
        <li className={arePictured ? undefined : 'card-plain'} key={href}>
          {arePictured && <Picture src={picUrl} display="card" />}
          <CardTitle level={level} href={href}>
            {name}
          </CardTitle>
          {description && <p className="card-summary lines">{description}</p>}
          <Day day={day} className="card-meta" />
        </li>
      ))}
    </ul>
  );
};

/** Sections with their own path in the contract. */
export const backendSections = { honours, events, reports, directions, products } satisfies Partial<
  Record<SectionKind, BackendSection>
>;

export const sections = { ...backendSections, common, contact, application } satisfies Record<
  SectionKind,
  Section
>;

/**
 * Part of a page. `id` is the anchor. `code` is set only if the anchor is not the slug of the section's code. A section without a
 * heading directly follows the page title.
 */
export type PageSection = {
  id?: string;
  code?: string;
  heading?: string;
  content: SectionContent;
  more?: MoreLink;
};

const views = {
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

export type SectionContent = Parameters<(typeof views)[keyof typeof views]>[0]['content'];

/** The view of a section's content, or the text for an empty list. */
export function SectionView(props: SectionProps<SectionContent>) {
  if (isEmpty(props.content)) return <p className="empty">{props.texts.noData}</p>;
  // The table maps each kind to the view of its content, which the compiler cannot infer.
  const View = views[props.content.kind] as (props: SectionProps<SectionContent>) => ReactNode;
  return <View {...props} />;
}

function isEmpty(content: SectionContent): boolean {
  if ('list' in content) return content.list.length === 0;
  if ('years' in content) return content.years.length === 0;
  return 'records' in content && content.records.length === 0;
}
