import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { launchChromium } from '../../support/tools.ts';
import { comparePages } from './compare/compare-pages.ts';
import type { Editor } from './editor.ts';
import { editors } from './editors.ts';
import { installPackages } from './install.ts';
import { countLeft, formatReport, type Result } from './report.ts';
import { type Look, openPages, type ShownPages } from './shown-pages.ts';
import { isStored, type StoredDocument, storedFile } from './stored.ts';
import { writeDocuments } from './write-documents.ts';

/*
 * 1. `install.ts` installs the editors. 2. `write-documents.ts` lets each write the documents of `programs/`. 3. `shown-pages.ts` shows
 * the HTML in the editor's style and on the site. 4. `reader/`, in the browser, reads lines, markers and marks. 5. `compare/` compares
 * them; `accepted.ts` lists known differences.
 */

/** Pasted HTML has its own styles. WeChat's page styles code; its script shows the text and loads the pictures. */
const PLAIN: Look = {
  wrapper: [],
  styles: [],
  css: '.code-snippet__line-index { display: none } .code-snippet__js code { display: block }',
  prepare(content) {
    content.querySelector('#js_content')?.removeAttribute('style');
    for (const image of content.querySelectorAll<HTMLImageElement>('img[data-src]'))
      image.src = image.dataset.src ?? '';
  },
};
/** `--html DIR` writes what the editors produce; `--write` renews the documents of the tests. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' }, html: { type: 'string' }, write: { type: 'boolean' } },
});

async function compareEditor(pages: ShownPages, editor: Editor, folder: string): Promise<Result[]> {
  const written = await writeDocuments(pages.context, pages.server, folder, editor);
  const stored: Record<string, StoredDocument> = {};
  const results: Result[] = [];
  for (const [document, html] of Object.entries(written)) {
    const [expected, actual] = await Promise.all([pages.readOwn(html, editor), pages.readOurs(html)]);
    results.push({ editor: editor.name, document, differences: comparePages(expected, actual) });
    if (isStored(document)) stored[document] = { html, expected };
    if (values.html) await writeHtml(path.join(values.html, editor.name), document, html);
  }
  if (values.write && Object.keys(stored).length > 0)
    await writeFile(storedFile(editor.name), JSON.stringify(stored, null, 2));
  return results;
}

async function writeHtml(folder: string, document: string, html: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, `${document}.html`), html);
}

/** Scripts of saved pages may lead to other pages. */
const SCRIPT = /<script.*?<\/script\s*>/gisu;

/** Compares the HTML files of a folder, which the browser shows with their own styles. */
async function compareFiles(pages: ShownPages, folder: string): Promise<Result[]> {
  const results: Result[] = [];
  for (const document of (await readdir(folder)).filter((name) => name.endsWith('.html')).sort()) {
    const pasted = (await readFile(path.join(folder, document), 'utf8')).replace(SCRIPT, '');
    const html = pages.server.replacePictures(pasted);
    const [expected, actual] = await Promise.all([pages.readOwn(html, PLAIN), pages.readOurs(html)]);
    results.push({ editor: path.basename(folder), document, differences: comparePages(expected, actual) });
  }
  return results;
}

async function main(): Promise<number> {
  const [pastes] = positionals;
  const chosen = pastes && !values.only ? [] : editors.filter(({ name }) => name.startsWith(values.only));
  const folders = new Map<string, string>();
  for (const editor of chosen) folders.set(editor.name, await installPackages(editor));
  await using browser = await launchChromium();
  await using pages = await openPages(browser, [...folders.values()]);
  const results: Result[] = pastes ? await compareFiles(pages, pastes) : [];
  for (const editor of chosen)
    results.push(...(await compareEditor(pages, editor, folders.get(editor.name) ?? '')));
  if (results.length === 0) throw new Error('No editor or file matches. Check --only and DIR.');
  if (values.write) execFileSync('npx', ['biome', 'format', '--write', path.dirname(storedFile(''))]);
  console.log(formatReport(results));
  return countLeft(results) > 0 ? 1 : 0;
}

process.exitCode = await main();
