/** @module-tag matrix */
import { expect, it } from 'vitest';
import { payloads } from '../stress/attack/xss/payloads.ts';
import { runPayloads } from '../stress/attack/xss/run.ts';
import { launchChromium } from '../support/tools.ts';

/** This test tries every nth payload. `npm run stress -- attack` tries all of them. */
const EVERY = 54;

it('does not run scripts of content or input, with or without the security policy', async () => {
  await using browser = await launchChromium();
  const texts = payloads.filter((_, index) => index % EVERY === 0);
  const { withPolicy, without } = await runPayloads(browser, texts);
  expect(withPolicy).toEqual({ executions: [], strange: [], shown: without.shown });
  expect(without).toEqual({ executions: [], strange: [], shown: withPolicy.shown });
  expect(without.shown).toBeGreaterThan(texts.length * 11);
});
