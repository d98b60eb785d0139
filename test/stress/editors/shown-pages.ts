import type { Browser } from 'playwright';
import { startSite } from '../../support/site.ts';
import type { Editor } from './editor.ts';
import { startEditorServer } from './editor-server.ts';
import { bundleReader } from './install.ts';
import type { Page } from './reader/page.ts';
import { readShown } from './show.ts';
import { ORIGIN } from './write-documents.ts';

/** How published content of an editor looks. */
export type Look = Pick<Editor, 'wrapper' | 'styles' | 'css' | 'scripts' | 'formulas'> & {
  /** Runs in the browser, like the scripts of a published page. */
  prepare?: (content: Element) => void;
};

const CONTENT = '#content';
const VIEWPORT = { width: 1440, height: 900 };

const wrap = (html: string, { wrapper }: Look): string =>
  wrapper.reduceRight((inside, name) => `<div class="${name}">${inside}</div>`, html);

/** Opens the browser, the site, and a server for the files in `folders`. Reads what HTML shows on both kinds of page. */
export async function openPages(browser: Browser, folders: readonly string[] = []) {
  const [reader, server] = [await bundleReader(), await startEditorServer(folders)];
  const site = await startSite({ ASSET_HOSTS: `*, ${new URL(server.origin).host}` });
  const { articles } = site.fake.content.zh;
  const context = await browser.newContext({ reducedMotion: 'reduce', viewport: VIEWPORT });
  // The compiler calls it in functions that run in the browser.
  await context.addInitScript('globalThis.__name = (value) => value');
  await context.route(
    ({ hostname }) => hostname !== '127.0.0.1',
    (route) => route.abort(),
  );
  const [own, ours] = [await context.newPage(), await context.newPage()];

  function publish(html: string): string {
    const id = `editor-${articles.length}`;
    articles.push({ id, title: '标题', content: html.replaceAll(ORIGIN, server.origin) });
    return `http://127.0.0.1:${site.port}/articles/${id}`;
  }

  await ours.goto(publish('<p>x</p>'));
  const width = await ours.locator('.prose').evaluate((prose) => prose.getBoundingClientRect().width);

  return {
    context,
    server,
    /** Reads what the editor's own page shows. */
    async readOwn(html: string, look: Look): Promise<Page> {
      const scripts = look.scripts?.filter((script) => script.startsWith('katex/'));
      const content = wrap(html.replaceAll(ORIGIN, server.origin), look);
      await own.goto(
        server.serve(`<div id="content" style="width:${width}px">${content}</div>`, { ...look, scripts }),
      );
      if (look.formulas) await own.evaluate(renderFormulas, look.formulas);
      if (look.prepare) await own.locator(CONTENT).evaluate(look.prepare);
      return readShown(own, CONTENT, reader);
    },
    /** Reads what the site's page shows. */
    async readOurs(html: string): Promise<Page> {
      await ours.goto(publish(html));
      const hasText = (await ours.locator('.prose').count()) > 0;
      return hasText ? readShown(ours, '.prose', reader) : { lines: [], tables: [] };
    },
    async [Symbol.asyncDispose]() {
      await context.close();
      await site.close();
      await server.close();
    },
  };
}

export type ShownPages = Awaited<ReturnType<typeof openPages>>;

type Katex = { render: (tex: string, element: Element, options: object) => void };

/** Runs in the browser. */
function renderFormulas({ selector, attribute }: NonNullable<Look['formulas']>): void {
  const { katex } = globalThis as unknown as { katex: Katex };
  for (const formula of document.querySelectorAll(selector)) {
    const tex = (attribute ? formula.getAttribute(attribute) : formula.textContent) ?? '';
    katex.render(tex, formula, { throwOnError: false });
  }
}
