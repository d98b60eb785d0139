import { expect, it } from 'vitest';
import { data, NO_CONTENT_CACHE, PATHS } from '../../support/fake-backend.ts';
import { allIn, textOf } from '../../support/html.ts';
import { apply, arrive, formSiteForFile } from './form-site.ts';

const site = formSiteForFile({ ...NO_CONTENT_CACHE, API_TIMEOUT_MS: '500' });

const turn = (enabled: boolean, nextSteps?: unknown) =>
  site().fake.override(PATHS.declare, data({ componentCode: 'declare', enabled, nextSteps }));

const HEADING = 'What happens next';
const BUILT_IN = 'reply to your contact email';

/** Submits an application and returns its receipt. */
async function receiptAfter(change: () => void) {
  const client = await arrive(site());
  await apply(site(), client);
  change();
  return client.get(client.receipt());
}

it('the receipt shows the next steps from the backend', async () => {
  const page = await receiptAfter(() => turn(true, '<h1>Soon</h1><p>We <b>call</b> you.</p>'));
  expect(page.status).toBe(200);
  expect(allIn(page.main, 'h2').map(textOf)).toContain(HEADING);
  expect(allIn(page.main, 'h3').map(textOf)).toEqual(['Soon']);
  expect(page.mainText).toContain('We call you.');
  expect(page.mainText).not.toContain(BUILT_IN);
});

it('the receipt removes scripts and external images from the next steps', async () => {
  const hostile =
    '<p onclick="x()" hx-get="/x">Words<script>alert(1)</script><img src="https://evil.example/a.png" onerror="x()"><a href="javascript:x()">go</a></p>';
  const { text, mainText } = await receiptAfter(() => turn(true, hostile));
  expect(mainText).toContain('Words');
  for (const part of ['onclick', 'hx-get="/x"', 'alert(1)', 'onerror', 'evil.example/a.png"', 'javascript:'])
    expect(text).not.toContain(part);
});

// Must be last, because the backend is not called for a while after a failure.
it.each<[string, () => void]>([
  ['says nothing', () => turn(true)],
  ['has closed the window', () => turn(false, '<p>Of the next round.</p>')],
  ['does not answer in time', () => site().fake.override(PATHS.declare, { hang: true })],
])('the receipt shows the site’s own next steps if the backend %s', async (_how, change) => {
  const page = await receiptAfter(change);
  expect(page.status).toBe(200);
  expect(allIn(page.main, 'h2').map(textOf)).toContain(HEADING);
  expect(page.mainText).toContain(BUILT_IN);
  expect(page.mainText).not.toContain('Of the next round.');
});
