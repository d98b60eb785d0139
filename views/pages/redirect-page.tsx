import { type Language, languageFacts } from '../../src/i18n/languages.ts';

export type RedirectModel = { language: Language; href: string; text: string };

/** HTML page that redirects. */
export const RedirectPage = ({ language, href, text }: RedirectModel) => (
  <html lang={languageFacts[language].tag}>
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{text}</title>
      <meta name="robots" content="noindex" />
      <meta httpEquiv="refresh" content={`0; url=${href}`} />
    </head>
    <body>
      <h1>{text}</h1>
      <p>
        <a href={href}>{href}</a>
      </p>
    </body>
  </html>
);
