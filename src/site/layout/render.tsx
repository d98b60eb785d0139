import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { ImageSizeContext } from '../../../views/components/picture.tsx';
import { numberAnchors } from '../../../views/components/prose.tsx';
import type { DocumentModel, SiteAssets, Versions } from '../../../views/document.model.ts';
import { Document } from '../../../views/document.tsx';
import type { DraftFiles, FieldModel } from '../../../views/forms/application-form.model.ts';
import { Field } from '../../../views/forms/field.tsx';
import { FileUploadResponse } from '../../../views/forms/file-field.tsx';
import { LanguageSwitch } from '../../../views/layout/header.tsx';
import type { MailModel } from '../../../views/mail/mail.model.ts';
import { Mail } from '../../../views/mail/mail.tsx';
import type { Language } from '../../i18n/languages.ts';
import { type Texts, texts } from '../../i18n/set-up.ts';
import { type ArticleBody, ArticlePage } from '../article/article-view.tsx';
import { type ErrorBody, ErrorPage } from '../error/error-view.tsx';
import { type HomeBody, HomePage } from '../home/home-view.tsx';
import { type MenuBody, MenuPage } from '../menu-page/menu-view.tsx';
import { type SearchBody, SearchPage, SearchResults } from '../search/search-view.tsx';
import { ApplicationBox } from '../sections/application.tsx';

export type Body = HomeBody | MenuBody | ArticleBody | SearchBody | ErrorBody;

export type Page = DocumentModel<Body>;

const html = (node: ReactNode): string => numberAnchors(renderToString(node));

export function renderPage(page: Page, assets: SiteAssets, versions: Versions): string {
  const about = { page, assets, texts: texts(page.language) };
  const document = (
    <Document {...about} versions={versions} isPrinted={isPrinted(page.body)}>
      <PageBody {...about} />
    </Document>
  );
  return `<!DOCTYPE html>${html(document)}`;
}

function PageBody({ page, assets, texts }: { page: Page; assets: SiteAssets; texts: Texts }) {
  const { body, breadcrumbs, layout } = page;
  const shared = { breadcrumbs, texts, assets };
  switch (body.kind) {
    case 'home':
      return <HomePage body={body} texts={texts} assets={assets} />;
    case 'page':
      return <MenuPage body={body} {...shared} />;
    case 'article':
      return <ArticlePage body={body} {...shared} />;
    case 'search':
      return <SearchPage body={body} action={layout.searchAction} {...shared} />;
    case 'error':
      return <ErrorPage body={body} assets={assets} />;
  }
}

const isPrinted = (body: Body): boolean =>
  body.kind === 'article' ||
  (body.kind === 'page' && body.sections.some(({ content }) => content.kind === 'reports'));

export function renderForm(page: Page): string {
  const { language, head } = page;
  const sections = page.body.kind === 'page' ? page.body.sections : [];
  const content = sections.map((section) => section.content).find(({ kind }) => kind === 'application');
  if (content?.kind !== 'application') throw new Error('a page without the application form');
  return html(
    <>
      <title>{head.title}</title>
      <ApplicationBox content={content} texts={texts(language)} />
    </>,
  );
}

/** Renders the fragment for htmx: the search results, the page's title and its language switch. */
export function renderSearch({ language, head, body, switchHref, pictures = () => undefined }: Page): string {
  if (body.kind !== 'search') throw new Error('not a search page');
  return html(
    <>
      <title>{head.title}</title>
      <ImageSizeContext value={pictures}>
        <SearchResults body={body} texts={texts(language)} />
      </ImageSizeContext>
      <LanguageSwitch href={switchHref} language={language} texts={texts(language)} isSwapped />
    </>,
  );
}

export const renderField = (field: FieldModel, language: Language): string =>
  html(<Field {...field} texts={texts(language)} />);

export const renderFiles = (files: DraftFiles, language: Language): string =>
  html(<FileUploadResponse {...files} texts={texts(language)} />);

export const renderMail = (mail: MailModel): string => `<!DOCTYPE html>${html(<Mail mail={mail} />)}`;
