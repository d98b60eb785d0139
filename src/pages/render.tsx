import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { KnownPictures } from '../../views/components/picture.tsx';
import type { Page, SiteAssets, Stamp } from '../../views/document.model.ts';
import { Document } from '../../views/document.tsx';
import type { DraftFiles, FieldCheckModel } from '../../views/forms/application-form.model.ts';
import { FieldCheck } from '../../views/forms/field.tsx';
import { FileUploadResponse } from '../../views/forms/file-list.tsx';
import { LanguageSwitch } from '../../views/layout/header.tsx';
import type { MailModel } from '../../views/mail/mail.model.ts';
import { Mail } from '../../views/mail/mail.tsx';
import { SearchResults } from '../../views/pages/search.tsx';
import type { ApplicationContent } from '../../views/sections/application.tsx';
import { ApplicationBox } from '../../views/sections/application.tsx';
import type { Language } from '../i18n/languages.ts';
import { texts } from '../i18n/set-up.ts';

const html = (node: ReactNode): string => renderToString(node);

export const renderPage = (page: Page, assets: SiteAssets, stamp: Stamp): string =>
  `<!DOCTYPE html>${html(
    <Document page={page} texts={texts(page.language)} assets={assets} stamp={stamp} />,
  )}`;

/** Fragment for htmx: the form and the page's title. */
export function renderForm(page: Page): string {
  const { language, head } = page;
  const content = applicationOf(page);
  return html(
    <>
      <title>{head.title}</title>
      <ApplicationBox content={content} texts={texts(language)} />
    </>,
  );
}

/** Fragment for htmx: the search results, the page's title and its language switch. */
export function renderSearch({ language, head, body, switchHref, pictures = () => undefined }: Page): string {
  if (body.kind !== 'search') throw new Error('not a search page');
  return html(
    <>
      <title>{head.title}</title>
      <KnownPictures value={pictures}>
        <SearchResults body={body} texts={texts(language)} />
      </KnownPictures>
      <LanguageSwitch href={switchHref} language={language} texts={texts(language)} isSwapped />
    </>,
  );
}

/** Fragment for htmx: one validated field of the form. */
export const renderField = (check: FieldCheckModel, language: Language): string =>
  html(<FieldCheck check={check} texts={texts(language)} />);

/** Fragment for htmx: the files of a draft, and the problem of the last one. */
export const renderFiles = (answer: DraftFiles & { problem?: string }, language: Language): string =>
  html(<FileUploadResponse {...answer} texts={texts(language)} />);

export const renderMail = (mail: MailModel): string => `<!DOCTYPE html>${html(<Mail mail={mail} />)}`;

function applicationOf({ body }: Page): ApplicationContent {
  const sections = body.kind === 'page' ? body.sections : [];
  const content = sections.map((section) => section.content).find(({ kind }) => kind === 'application');
  if (content?.kind !== 'application') throw new Error('a page without the application form');
  return content;
}
