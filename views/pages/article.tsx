import type { Texts } from '../../src/i18n/set-up.ts';
import { FileLink, type Link, Pager } from '../components/links.tsx';
import { Picture } from '../components/picture.tsx';
import { Prose } from '../components/prose.tsx';
import { Day } from '../components/text.tsx';
import type { ArticleBody, SiteAssets } from '../document.model.ts';
import { LateStyle } from '../layout/head.tsx';
import { PageHead } from './page-head.tsx';

type Props = { body: ArticleBody; breadcrumbs: Link[]; texts: Texts; assets: SiteAssets };

export function ArticlePage({ body, breadcrumbs, texts, assets }: Props) {
  return (
    <article className="article">
      <PageHead title={body.title} lead={body.summary} breadcrumbs={breadcrumbs} texts={texts}>
        <Facts body={body} texts={texts} />
      </PageHead>
      <div className="wrap">
        <Picture src={body.picUrl} shown="wide" className="article-picture" isFirst />
        <LateStyle assets={assets} />
        <Prose html={body.html} top={2} />
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

function Facts({ body: { day, author, source, column }, texts }: { body: ArticleBody; texts: Texts }) {
  return (
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
      {author && (
        <li>
          {texts.author} <span>{author}</span>
        </li>
      )}
      {source && (
        <li>
          {texts.source} <span>{source}</span>
        </li>
      )}
    </ul>
  );
}
