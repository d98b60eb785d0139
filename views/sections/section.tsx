import type { ReactNode } from 'react';
import { ArticleList } from '../components/article-list.tsx';
import { Pagination } from '../components/links.tsx';
import { Application } from './application.tsx';
import { Cards } from './cards.tsx';
import { Common } from './common.tsx';
import { ContactSection } from './contact.tsx';
import { Directions } from './directions.tsx';
import { Events } from './events.tsx';
import { Honours } from './honours.tsx';
import { Products } from './products.tsx';
import { Receipt } from './receipt.tsx';
import { Reports } from './reports.tsx';
import type { SectionContent, SectionProps } from './section.model.ts';

type Kind = SectionContent['kind'];

const Articles = ({ content, level }: SectionProps<'articles'>) => (
  <>
    <ArticleList list={content.list} level={level} />
    <Pagination pagination={content.pagination} />
  </>
);

const views: { [One in Kind]: (props: SectionProps<One>) => ReactNode } = {
  common: Common,
  articles: Articles,
  honours: Honours,
  events: Events,
  reports: Reports,
  directions: Directions,
  products: Products,
  contact: ContactSection,
  application: Application,
  receipt: Receipt,
  cards: Cards,
};

/** The view of a section's content. An empty list says so. */
export function SectionView(props: SectionProps<Kind>) {
  if (isEmpty(props.content)) return <p className="empty">{props.texts.noData}</p>;
  // The table gives each kind the view that takes its content, which the compiler cannot follow.
  const View = views[props.content.kind] as (props: SectionProps<Kind>) => ReactNode;
  return <View {...props} />;
}

function isEmpty(content: SectionContent): boolean {
  if ('list' in content) return content.list.length === 0;
  if ('years' in content) return content.years.length === 0;
  return 'records' in content && content.records.length === 0;
}
