import { writeFile } from 'node:fs/promises';
import path from 'node:path';

export type Source = { name: string; path: string; family: 'text' | 'sheet' | 'slides' };

const CHINESE = '远山投资集团成立于二〇〇六年，专注于山区农业、新材料与绿色能源。';
const ENGLISH = 'Yuanshan Investment Group was founded in 2006 and invests in what lasts.';

const page = (body: string) =>
  `<!DOCTYPE html><html><head><meta charset="utf-8"><title>Plan</title></head><body>${body}</body></html>`;
const repeated = (text: string, times: number) => Array.from({ length: times }, () => text).join('');

const texts: Record<string, string> = {
  letter: page(`<h1>${CHINESE}</h1><p>${ENGLISH}</p>`),
  table: page(`<table border="1">${repeated(`<tr><td>${CHINESE}</td><td>1,250.00</td></tr>`, 60)}</table>`),
  report: page(repeated(`<h2>${ENGLISH}</h2><p>${repeated(CHINESE, 12)}</p>`, 120)),
  lists: page(`<ul>${repeated(`<li>${ENGLISH}</li>`, 40)}</ul>`),
  arabic: page(`<p dir="rtl">${repeated('شركة استثمارية ', 200)}</p>`),
  short: page('<p>1</p>'),
};

const row = (index: number) => `${index},${CHINESE},${index * 1.5},2026-11-${String((index % 28) + 1)}`;
const rows = (count: number) => Array.from({ length: count }, (_, index) => row(index)).join('\n');
const sheets: Record<string, string> = {
  budget: rows(30),
  ledger: rows(5_000),
  wide: Array.from({ length: 20 }, () => Array.from({ length: 200 }, (_, index) => index).join(',')).join(
    '\n',
  ),
  cell: '1',
};

const NAMESPACES = ['office', 'draw:drawing', 'text', 'svg:svg-compatible']
  .map((one) => one.split(':'))
  .map(([prefix, name = prefix]) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ');
const slide = (text: string, index: number) =>
  `<draw:page draw:name="p${index}"><draw:frame svg:x="2cm" svg:y="2cm" svg:width="20cm" svg:height="4cm">` +
  `<draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame></draw:page>`;
const slides = (text: string, count: number) =>
  `<?xml version="1.0" encoding="UTF-8"?><office:document ${NAMESPACES} office:version="1.3" ` +
  `office:mimetype="application/vnd.oasis.opendocument.presentation"><office:body><office:presentation>` +
  `${Array.from({ length: count }, (_, index) => slide(text, index)).join('')}` +
  '</office:presentation></office:body></office:document>';
const presentations: Record<string, string> = {
  pitch: slides(CHINESE, 12),
  single: slides(ENGLISH, 1),
  many: slides(ENGLISH, 60),
  mixed: slides(`${CHINESE} ${ENGLISH}`, 3),
};

/** Writes the sources that LibreOffice converts. */
export async function writeSources(folder: string): Promise<Source[]> {
  const kinds = [
    ['text', 'html', texts],
    ['sheet', 'csv', sheets],
    ['slides', 'fodp', presentations],
  ] as const;
  const sources: Source[] = [];
  for (const [family, extension, contents] of kinds) {
    for (const [name, content] of Object.entries(contents)) {
      const file = path.join(folder, `${name}.${extension}`);
      await writeFile(file, content);
      sources.push({ name, path: file, family });
    }
  }
  return sources;
}
