import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DIST } from '../../src/build/places.ts';
import { type Language, languageFacts, otherLanguage } from '../../src/i18n/languages.ts';
import { textsOf } from './tables.ts';

/** Markup that is not escaped again. */
export class Html extends String {}
type Value = string | number | Html | Value[] | undefined | false;

const escaped = (value: Value): string => {
  if (Array.isArray(value)) return value.map(escaped).join('');
  if (value instanceof Html) return String(value);
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return value === undefined || value === false
    ? ''
    : String(value).replace(/[&<>"]/gu, (char) => entities[char] ?? char);
};

/** Template of markup: values are escaped. */
export const html = ({ raw }: TemplateStringsArray, ...values: Value[]): Html =>
  new Html(String.raw({ raw }, ...values.map(escaped)));

/** Texts of a language, with placeholders to fill in. */
export const texter = (language: Language) => {
  const texts = textsOf(language);
  return (key: string, values: Record<string, string | number> = {}): string =>
    (texts[key] ?? key).replace(/\{(\w+)\}/gu, (_, name: string) => String(values[name] ?? ''));
};
export type Texter = ReturnType<typeof texter>;

/** Findings are in English. */
export const inEnglish = (text: string, language: Language): Html =>
  language === 'en' ? html`${text}` : html`<span lang="en">${text}</span>`;

export const table = (t: Texter, head: string[], rows: Value[][], caption: string): Html => html`
<div class="table-scroll" role="group" tabindex="0" aria-label="${t('scrolls')}: ${caption}"><table>
<caption class="visually-hidden">${caption}</caption>
<thead><tr>${head.map((text) => html`<th scope="col">${text}</th>`)}</tr></thead>
<tbody>${rows.map(
  ([
    first,
    ...cells
  ]) => html`<tr><th scope="row">${first}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>
`,
)}</tbody></table></div>`;

/** `index.html` is Chinese, `index.en.html` English. */
export const fileName = (name: string, language: Language): string =>
  `${name}${language === 'zh' ? '' : '.en'}.html`;

/** Style of the site; the tables of the report need room for sentences. */
function styles(): Html {
  const assets = JSON.parse(readFileSync(path.join(DIST, 'assets.json'), 'utf8')) as Record<string, string>;
  const site = readFileSync(path.join(DIST, assets['css/site.css'] ?? ''), 'utf8');
  const own =
    '.prose td, .prose th { min-width: 6em; white-space: normal } .prose-tables > * { max-width: none }';
  return new Html(`${assets['css/first-view-page.css']}${site}${own}`);
}

/** A page of the report in the design of the site. */
export function frame(name: string, language: Language, title: string, lead: string, body: Html): string {
  const t = texter(language);
  const other = otherLanguage(language);
  const { tag } = languageFacts[other];
  return String(html`<!DOCTYPE html>
<html lang="${languageFacts[language].tag}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${styles()}</style></head>
<body><a class="skip" href="#main">${t('skip')}</a>
<header class="header"><div class="header-bar"><a class="brand" href="${fileName('index', language)}"><span>${t('title')}</span></a>
<a class="switch" href="${fileName(name, other)}" lang="${tag}" hreflang="${tag}">${t('other')}</a></div></header>
<main id="main" tabindex="-1"><div class="page-head"><div class="page-head-words"><h1>${title}</h1><p class="lead">${lead}</p></div></div>
<div class="wrap"><div class="part prose prose-tables">${body}</div></div></main></body></html>
`);
}
