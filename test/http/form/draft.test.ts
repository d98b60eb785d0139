import { expect, it } from 'vitest';
import { goodFields, TEST_ANSWER, TEST_SETTINGS } from '../../support/form-client.ts';
import type { Site } from '../../support/site.ts';
import { sitesOnOneBackend } from '../../support/sites-on-one-backend.ts';
import { begin, pdf, type Visitor, visitor, whole } from './form-site.ts';
import { filesShown } from './read-form.ts';

const { start, end } = sitesOnOneBackend(TEST_SETTINGS);

/** Restarts the site and returns a visitor with the same cookies and open page. */
async function restarted(site: Site, { cookies, inputs }: Visitor, environment = {}) {
  await end(site);
  const client = visitor(await start(environment));
  for (const [name, value] of cookies) client.cookies.set(name, value);
  return { client, open: inputs() };
}

it('a restart keeps the draft with its files and solved captcha', async () => {
  const environment = { SESSION_SECRET: '' };
  const site = await start(environment);
  const before = await begin(site);
  await before.post({
    fields: { ...goodFields, captcha: TEST_ANSWER },
    files: [pdf('a.pdf'), pdf('b.pdf')],
    button: { action: 'upload' },
  });
  await before.get();
  const { client } = await restarted(site, before, environment);
  const page = await client.get();
  expect(filesShown(page).toSorted()).toEqual(['a.pdf', 'b.pdf']);
  expect(client.inputs()).toMatchObject(goodFields);
  expect(client.inputs()).not.toHaveProperty('captcha');
  expect((await client.post({})).status).toBe(303);
  expect((await client.get(client.receipt())).status).toBe(200);
});

it('accepts a form that was open during a restart', async () => {
  const site = await start();
  const { client, open } = await restarted(site, await begin(site));
  expect((await client.post(whole({ fields: { ...open, ...whole().fields } }))).status).toBe(303);
});
