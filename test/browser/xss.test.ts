/** @module-tag matrix */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { payloads } from '../attack/xss/payloads.ts';
import { runPayloads } from '../attack/xss/run.ts';
import { watchedBrowser } from '../attack/xss/watched-browser.ts';
import { launchChromium } from '../support/tools.ts';

/** One of so many here; all of them are `npm run stress -- attack`'s. */
const ONE_OF = 54;

const nobody = 'http://127.0.0.1:9';
let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

it('what runs, or could, is noticed', async () => {
  await using raw = await watchedBrowser(browser, nobody, true);
  await raw.showRaw([
    '<img src=x onerror=__xss()>',
    '<script>alert(1)</script>',
    '<img src=/xss-marker>',
    'javascript:x',
  ]);
  expect(raw.executions.length).toBeGreaterThanOrEqual(3);
  expect([...raw.strange].filter((what) => what.includes('javascript:x'))).toHaveLength(1);
});

it('nothing of content or input runs, with the policy or without', async () => {
  const texts = payloads.filter((_, index) => index % ONE_OF === 0).map(({ text }) => text);
  const { withPolicy, without } = await runPayloads(browser, texts);
  expect(withPolicy).toEqual({ executions: [], strange: [], shown: without.shown });
  expect(without).toEqual({ executions: [], strange: [], shown: withPolicy.shown });
  expect(without.shown).toBeGreaterThan(texts.length * 11);
});
