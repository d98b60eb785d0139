/** @module-tag matrix */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { startDemoSite } from '../../../support/demo-site.ts';
import { NO_CONTENT_CACHE, startFakeBackend } from '../../../support/fake-backend.ts';
import { TEST_SETTINGS } from '../../../support/form-client.ts';
import { launchChromium } from '../../../support/tools.ts';
import { scaled, TIMEOUT_MS } from '../../scale.ts';
import { echoingPaths, fillLists, fillSingles, formEchoes, LIST_PAGES, SINGLE_PAGES } from './content.ts';
import { type WatchedBrowser, watchedBrowser } from './watched-browser.ts';

/** Uses every nth payload. */
const EVERY = scaled(54, 1);
/** Number of payloads that are shown concurrently. */
const LISTED_AT_ONCE = 60;
const ECHOED_AT_ONCE = 4;

/** Unescapes characters that a line cannot contain, as in JSON. */
const unescaped = (line: string): string => JSON.parse(`"${line.replaceAll('"', '\\"')}"`);

/** Texts that call `__xss()` or request `/xss-marker` if they run as code. The first line of each group is its technique. */
const payloads = readFileSync(path.join(import.meta.dirname, 'payloads.txt'), 'utf8')
  .trimEnd()
  .split('\n\n')
  .flatMap((group) => group.split('\n').slice(1).map(unescaped))
  .filter((_, index) => index % EVERY === 0);

const groups = (size: number): string[][] =>
  Array.from({ length: Math.ceil(payloads.length / size) }, (_, index) =>
    payloads.slice(index * size, (index + 1) * size),
  );

it('does not run scripts in content or input, even without the security policy', {
  timeout: TIMEOUT_MS,
}, async () => {
  await using browser = await launchChromium();
  await using fake = await startFakeBackend();
  const environment = { ...TEST_SETTINGS, ...NO_CONTENT_CACHE, API_BASE_URL: fake.url };
  await using site = await startDemoSite({ environment });
  await using guarded = await watchedBrowser(browser, site.base, false);
  await using open = await watchedBrowser(browser, site.base, true);
  const inBoth = (show: (one: WatchedBrowser) => Promise<void>) => Promise.all([guarded, open].map(show));
  for (const texts of groups(LISTED_AT_ONCE)) {
    fillLists(fake, texts);
    for (const page of LIST_PAGES) await inBoth((one) => one.show([page], `lists: ${page}`));
  }
  fake.restore();
  for (const text of payloads) {
    fillSingles(fake, text);
    await inBoth((one) => one.show(SINGLE_PAGES, `singles: ${text}`));
  }
  fake.restore();
  for (const texts of groups(ECHOED_AT_ONCE)) {
    const paths = texts.flatMap(echoingPaths);
    await inBoth((one) => one.show(paths, `echoes: ${texts.join(' | ')}`));
    const answers = (await Promise.all(texts.map((text) => formEchoes(site.port, text)))).flat();
    await inBoth((one) => one.showEchoes(answers, `form: ${texts.join(' | ')}`));
  }
  for (const { found } of [guarded, open])
    expect(found).toEqual({ executions: [], strange: [], shown: guarded.found.shown });
  expect(open.found.shown).toBeGreaterThan(payloads.length * 11);
});
