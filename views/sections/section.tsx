import type { Texts } from '../../src/i18n/set-up.ts';
import { ArticleList } from '../components/article-list.tsx';
import { Empty } from '../components/empty.tsx';
import type { Level } from '../components/heading.tsx';
import { Pagination } from '../components/pagination.tsx';
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
import type { SectionContent } from './section.model.ts';

type Props = {
  content: SectionContent;
  level: Level;
  texts: Texts;
  /** How wide the picture beside a text is shown. */
  shown?: 'column' | 'half';
};

/** The view of a section's content; `level` is that of its headings. An empty list says so. */
export function SectionView({ content, level, texts, shown = 'column' }: Props) {
  if (isEmpty(content)) return <Empty text={texts.noData} />;
  switch (content.kind) {
    case 'common':
      return <Common records={content.records} level={level} shown={shown} />;
    case 'articles':
      return (
        <>
          <ArticleList list={content.list} level={level} />
          <Pagination pagination={content.pagination} />
        </>
      );
    case 'honours':
      return <Honours list={content.list} level={level} texts={texts} />;
    case 'events':
      return <Events years={content.years} level={level} />;
    case 'reports':
      return <Reports years={content.years} level={level} />;
    case 'directions':
      return <Directions list={content.list} level={level} />;
    case 'products':
      return <Products content={content} level={level} texts={texts} />;
    case 'contact':
      return <ContactSection content={content} texts={texts} />;
    case 'application':
      return <Application content={content} level={level} texts={texts} />;
    case 'receipt':
      return <Receipt receipt={content.receipt} level={level} texts={texts} />;
    case 'cards':
      return <Cards list={content.list} level={level} />;
  }
}

function isEmpty(content: SectionContent): boolean {
  if ('list' in content) return content.list.length === 0;
  if ('years' in content) return content.years.length === 0;
  return 'records' in content && content.records.length === 0;
}
