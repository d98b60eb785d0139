import { type ArticleCard, ArticleList } from '../../../views/components/article-list.tsx';
import { type MoreLink, Pagination, type PaginationModel } from '../../../views/components/links.tsx';
import { hasPicture, Picture } from '../../../views/components/picture.tsx';
import { CardTitle, Day, type DayModel } from '../../../views/components/text.tsx';
import type { SectionKind } from '../../content/menu/section-codes.ts';
import { application } from './application.tsx';
import { common } from './common.tsx';
import { contact } from './contact.tsx';
import { directions } from './directions.tsx';
import { events } from './events.tsx';
import { honours } from './honours.tsx';
import { products } from './products.tsx';
import { Receipt } from './receipt.tsx';
import { reports } from './reports.tsx';
import type { Section, SectionProps } from './section.ts';

type ArticlesContent = { kind: 'articles'; list: ArticleCard[]; pagination?: PaginationModel };

const Articles = ({ content, level }: SectionProps<ArticlesContent>) => (
  <>
    <ArticleList list={content.list} level={level} isRevealed />
    <Pagination pagination={content.pagination} />
  </>
);

export type CardsContent = { kind: 'cards'; list: Card[] };
type Card = { href: string; name: string; description?: string; picUrl?: string; day?: DayModel };

const Cards = ({ content: { list }, level, isPictured }: SectionProps<CardsContent>) => (
  <ul className="list-grid cards" data-reveal="items">
    {list.map(({ href, name, description, picUrl, day }) => (
      <li className={isPictured ? undefined : 'card-plain'} key={href}>
        <Picture src={picUrl} display="card" isFramed={isPictured} />
        <CardTitle level={level} href={href}>
          {name}
        </CardTitle>
        {description && <p className="card-summary lines">{description}</p>}
        <Day day={day} className="card-meta" />
      </li>
    ))}
  </ul>
);

export const sections = {
  application,
  common,
  contact,
  directions,
  events,
  honours,
  products,
  reports,
} satisfies Record<SectionKind, object>;

const views = {
  ...sections,
  articles: { View: Articles },
  cards: { View: Cards },
  receipt: { View: Receipt },
};

export type SectionContent = Parameters<(typeof views)[keyof typeof views]['View']>[0]['content'];

/** `id` is the anchor; `code` is set only if it differs. A section without a heading directly follows the page title. */
export type PageSection = {
  id?: string;
  code?: string;
  heading?: string;
  content: SectionContent;
  more?: MoreLink;
};

/** The view of a section's content, or the text for an empty list. */
export function SectionView(props: SectionProps<SectionContent>) {
  const records = listRecords(props.content);
  if (records?.length === 0) return <p className="empty">{props.texts.noData}</p>;
  // The table maps each kind to the view of its content, which the compiler cannot infer.
  const { View } = views[props.content.kind] as Section<SectionContent>;
  return <View {...props} isPictured={hasPicture(records ?? [])} />;
}

function listRecords(content: SectionContent): { picUrl?: string }[] | undefined {
  if ('list' in content) return content.list;
  if ('years' in content) return content.years.flatMap<{ picUrl?: string }>(({ list }) => list);
  return 'records' in content ? content.records : undefined;
}
