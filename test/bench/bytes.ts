import { setTimeout as wait } from 'node:timers/promises';
import { startDemoSite } from '../support/demo-site.ts';
import { ARTICLE, localizePath } from '../support/page-kinds.ts';
import { launchChromium } from '../support/tools.ts';
import { responsesTo } from '../support/wire.ts';

/** Prints what a first visit on a phone loads: compressed bytes with headers. */
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, deviceScaleFactor: 2 };
const PATHS = ['/', '/news/group-news', ARTICLE, '/work-with-us/application'];
const COLUMNS = { Document: 'HTML', Stylesheet: 'style', Script: 'scripts', Image: 'images' };
/** Time until a page that was requested twice has its best compression. */
const SETTLE_MS = 1500;

await using site = await startDemoSite();
await using browser = await launchChromium();

async function visit(url: string): Promise<Record<string, number>> {
  await using context = await browser.newContext(PHONE);
  const responses = await responsesTo(await context.newPage(), url);
  const bytesOf = (type: string) =>
    responses.filter((one) => one.type === type).reduce((sum, { whole }) => sum + whole, 0);
  return Object.fromEntries(Object.entries(COLUMNS).map(([type, column]) => [column, bytesOf(type)]));
}

const rows: Record<string, Record<string, number>> = {};
for (const path of PATHS)
  for (const localized of [localizePath('zh', path), localizePath('en', path)]) {
    const url = site.base + localized;
    for (let visits = 0; visits < 2; visits += 1) await visit(url);
    await wait(SETTLE_MS);
    rows[localized] = await visit(url);
  }
console.table(rows);
