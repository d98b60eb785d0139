import { type Link, LinkList, More, type Neighbours, Pager } from '../../../views/components/links.tsx';
import { Phrases } from '../../../views/components/text.tsx';
import type { SiteAssets } from '../../../views/document.model.ts';
import { DeferredStyle } from '../../../views/layout/head.tsx';
import { PageHead } from '../../../views/layout/header.tsx';
import type { Texts } from '../../i18n/set-up.ts';
import { type PageSection, SectionView } from '../sections/section-view.tsx';

export type MenuBody = Neighbours & {
  kind: 'page';
  title: string;
  lead?: string;
  picUrl?: string;
  contents: Link[];
  sections: PageSection[];
};

type Props = { body: MenuBody; breadcrumbs: Link[]; texts: Texts; assets: SiteAssets };

export function MenuPage({ body, breadcrumbs, texts, assets }: Props) {
  const { title, lead, picUrl, contents, sections, previous, next } = body;
  return (
    <>
      <PageHead title={title} lead={lead} picUrl={picUrl} breadcrumbs={breadcrumbs} texts={texts} />
      <DeferredStyle assets={assets} />
      <div className={contents.length > 0 ? 'wrap wrap-contents' : 'wrap'}>
        {contents.length > 0 && (
          <nav className="contents" aria-label={texts.onThisPage}>
            <p>{texts.onThisPage}</p>
            <LinkList links={contents} />
          </nav>
        )}
        {sections.map((section, index) => (
          <Part
            key={section.id ?? `part-${index}`}
            section={section}
            texts={texts}
            isFirst={index === 0 && !picUrl}
          />
        ))}
        <Pager
          label={texts.pager}
          previous={previous}
          next={next}
          previousText={texts.previousSibling}
          nextText={texts.nextSibling}
        />
      </div>
    </>
  );
}

type PartProps = { section: PageSection; texts: Texts; isFirst: boolean };

function Part({ section: { id, code, heading, content, more }, texts, isFirst }: PartProps) {
  const title = heading && (
    <h2 className="part-heading" data-reveal="self">
      <Phrases text={heading} />
    </h2>
  );
  const head = more && (
    <div className="part-head">
      {title}
      <More {...more} />
    </div>
  );
  const level = heading ? 3 : 2;
  return (
    <section className={`part part-${content.kind}`} id={id} data-code={code}>
      {head ?? title}
      <SectionView content={content} level={level} texts={texts} display="column" isFirst={isFirst} />
    </section>
  );
}
