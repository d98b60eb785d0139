import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DIST } from '../../src/build/paths.ts';
import { type Language, languageFacts, otherLanguage } from '../../src/i18n/languages.ts';
import { texter } from './tables.ts';

/** Markup that is already escaped. */
export class Html extends String {}
export type Value = string | number | Html | Value[] | false;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(value: Value): string {
  if (Array.isArray(value)) return value.map(escaped).join('');
  if (value instanceof Html) return String(value);
  return value === false ? '' : String(value).replace(/[&<>"]/gu, (char) => ENTITIES[char] ?? char);
}

/** Template tag for markup that escapes values. */
export const html = (raw: TemplateStringsArray, ...values: Value[]): Html =>
  new Html(String.raw({ raw }, ...values.map(escaped)));

export const list = (items: Value[]): Html => html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`;

/** Builds a table from the text keys of its column headings. */
export function table(language: Language, caption: string, head: string[], rows: Value[][]): Html {
  const t = texter(language);
  const body = rows.map(
    ([first = '', ...cells]) =>
      html`<tr><th scope="row">${first}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>\n`,
  );
  return html`
<div class="table-scroll" role="group" tabindex="0" aria-label="${t('scrolls')}: ${caption}"><table>
<caption class="visually-hidden">${caption}</caption>
<thead><tr>${head.map((key) => html`<th scope="col">${t(key)}</th>`)}</tr></thead><tbody>${body}</tbody></table></div>`;
}

/** Returns `index.html` for Chinese and `index.en.html` for English. */
export const fileName = (name: string, language: Language) => `${name}${language === 'zh' ? '' : '.en'}.html`;

/** Returns the site's styles, with wider table columns for sentences. */
function styles(): Html {
  const read = (file = '') => readFileSync(path.join(DIST, file), 'utf8');
  const assets = JSON.parse(read('assets.json')) as Record<string, string>;
  return new Html(
    `${assets['css/first-view-page.css']}${read(assets['css/site.css'])}.prose td, .prose th { min-width: 6em; white-space: normal } .prose-tables > * { max-width: none }`,
  );
}

/** Renders a page of the report in the design of the site. */
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
