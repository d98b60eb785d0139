import type { ReactNode } from 'react';
import type { MoreLink } from '../../../views/components/links.tsx';
import { Application } from './application.tsx';
import { Articles } from './articles.tsx';
import { Cards } from './cards.tsx';
import { Common } from './common.tsx';
import { ContactSection } from './contact.tsx';
import { Directions } from './directions.tsx';
import { Events } from './events.tsx';
import { Honours } from './honours.tsx';
import { Partners } from './partners.tsx';
import { Products } from './products.tsx';
import { Receipt } from './receipt.tsx';
import { Reports } from './reports.tsx';
import type { SectionProps } from './section.ts';

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
  partners: Partners,
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
