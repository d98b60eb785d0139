import { languages } from '../../src/i18n/languages.ts';
import { type Specimen, specimenHref } from './specimen.ts';

/** The widths at which a specimen is looked at side by side. */
export const WIDTHS = [360, 820, 1440];
const SCHEMES = ['light', 'dark'];

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const page = (title: string, body: string): string =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><link rel="icon" href="/assets/favicon.svg"><link rel="stylesheet" href="/assets/first-view-page.css"><link rel="stylesheet" href="/assets/site.css"><link rel="stylesheet" href="/assets/gallery.css"></head><body><main class="gallery">${body}</main></body></html>`;

const link = (href: string, text: string): string => `<a href="${href}">${escaped(text)}</a>`;

/** All specimens, each in both languages, alone and at every width. */
export function indexPage(specimens: readonly Specimen[]): string {
  const row = (area: string, name: string) => {
    const own = specimens.filter((one) => one.area === area && one.name === name);
    const links = own.flatMap(({ id, language }) => [
      link(specimenHref(id), language),
      link(`${specimenHref(id)}/widths`, `${language}, side by side`),
    ]);
    return `<tr><th scope="row">${escaped(name)}</th><td>${links.join('</td><td>')}</td></tr>`;
  };
  const areas = [...new Set(specimens.map(({ area }) => area))].map((area) => {
    const names = [...new Set(specimens.filter((one) => one.area === area).map(({ name }) => name))];
    return `<h2>${area}</h2><table>${names.map((name) => row(area, name)).join('')}</table>`;
  });
  return page(
    'Gallery',
    `<h1>Gallery</h1><p>${specimens.length} specimens, ${languages.length} languages</p>${areas.join('')}`,
  );
}

/** One specimen at every width, light and dark. */
export function widthsPage({ id, area, name, language }: Specimen): string {
  const frame = (width: number, scheme: string) =>
    `<figure><figcaption>${width} px, ${scheme}</figcaption><iframe class="w${width} ${scheme}" src="${specimenHref(id)}" title="${width} ${scheme}"></iframe></figure>`;
  const rows = SCHEMES.map(
    (scheme) => `<div class="widths">${WIDTHS.map((width) => frame(width, scheme)).join('')}</div>`,
  );
  return page(
    escaped(`${area}: ${name}`),
    `<h1>${escaped(`${area}: ${name} (${language})`)}</h1>${rows.join('')}`,
  );
}
