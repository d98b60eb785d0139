import {
  FileLink,
  type FileModel,
  type Link,
  type Neighbours,
  Pager,
} from '../../../views/components/links.tsx';
import { Picture } from '../../../views/components/picture.tsx';
import { Prose } from '../../../views/components/prose.tsx';
import { Day, type DayModel } from '../../../views/components/text.tsx';
import type { SiteAssets } from '../../../views/document.model.ts';
import { DeferredStyle } from '../../../views/layout/head.tsx';
import { PageHead } from '../../../views/layout/header.tsx';
import type { Html } from '../../content/text/serialize.ts';
import type { Texts } from '../../i18n/set-up.ts';

export type ArticleBody = Neighbours & {
  kind: 'article';
  title: string;
  summary?: string;
  picUrl?: string;
  column?: Link;
  day?: DayModel;
  author?: string;
  source?: string;
  html?: Html;
  attachments: FileModel[];
};

type Props = { body: ArticleBody; breadcrumbs: Link[]; texts: Texts; assets: SiteAssets };

export function ArticlePage({ body, breadcrumbs, texts, assets }: Props) {
  return (
    <article className="article">
      <PageHead title={body.title} lead={body.summary} breadcrumbs={breadcrumbs} texts={texts}>
        <ArticleMetadata body={body} texts={texts} />
      </PageHead>
      <div className="wrap">
        <Picture src={body.picUrl} display="wide" className="article-picture" isFirst />
        <DeferredStyle assets={assets} />
        <Prose html={body.html} top={2} isFirst={!body.picUrl} />
        {body.attachments.length > 0 && (
          <section className="attachments" data-reveal="self">
            <h2>{texts.attachment}</h2>
            <ul>
              {body.attachments.map((file) => (
                <li key={file.href}>
                  <FileLink file={file} />
                </li>
              ))}
            </ul>
          </section>
        )}
        <Pager
          label={texts.pager}
          previous={body.previous}
          next={body.next}
          previousText={texts.previous}
          nextText={texts.next}
        />
      </div>
    </article>
  );
}

const ArticleMetadata = ({ body: { day, author, source, column }, texts }: Pick<Props, 'body' | 'texts'>) => (
  <ul className="article-facts">
    {column && (
      <li>
        <a href={column.href}>{column.text}</a>
      </li>
    )}
    {day && (
      <li>
        <span className="visually-hidden">{texts.published} </span>
        <Day day={day} />
      </li>
    )}
    <NameItem label={texts.author} name={author} />
    <NameItem label={texts.source} name={source} />
  </ul>
);

const NameItem = ({ label, name }: { label: string; name?: string }) =>
  name && (
    <li>
      {label} <span>{name}</span>
    </li>
  );
