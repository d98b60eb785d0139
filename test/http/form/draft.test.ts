import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goodFields, TEST_ANSWER, TEST_SETTINGS } from '../../support/form-client.ts';
import { startSite } from '../../support/site.ts';
import { begin, pdf, visitor, whole } from './form-site.ts';
import { filesShown } from './read-form.ts';

let dataDir = '';
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-kept-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

type Running = Awaited<ReturnType<typeof startSite>>;

/** Starts two sites on one folder, one after the other. */
async function overRestart<T>(
  environment: Record<string, string>,
  before: (site: Running) => Promise<T>,
  after: (site: Running, held: T) => Promise<void>,
): Promise<void> {
  const first = await startSite({ ...TEST_SETTINGS, ...environment }, { dataDir });
  const held = await before(first).finally(first.close);
  const second = await startSite({ ...TEST_SETTINGS, ...environment }, { dataDir });
  await after(second, held).finally(second.close);
}

/** The same visitor at the restarted site: same cookies, and the page that is still open. */
function returned(site: Running, { cookies, inputs }: ReturnType<typeof visitor>) {
  const client = visitor(site);
  for (const [name, value] of cookies) client.cookies.set(name, value);
  return { client, open: inputs() };
}

describe('restart of the site', () => {
  it('keeps the draft, its files and its solved captcha, also with a secret that the site made', async () => {
    await overRestart(
      { SESSION_SECRET: '' },
      async (site) => {
        const client = await begin(site);
        await client.post({
          fields: { ...goodFields, captcha: TEST_ANSWER },
          files: [pdf('a.pdf'), pdf('b.pdf')],
          button: { action: 'upload' },
        });
        await client.get();
        return client;
      },
      async (site, before) => {
        const { client } = returned(site, before);
        const page = await client.get();
        expect(filesShown(page).toSorted()).toEqual(['a.pdf', 'b.pdf']);
        expect(client.inputs()).toMatchObject(goodFields);
        expect(client.inputs()).not.toHaveProperty('captcha');
        expect((await client.post({})).status).toBe(303);
        expect((await client.get(client.receipt())).status).toBe(200);
      },
    );
  });

  it('accepts a form that was open during the restart', async () => {
    await overRestart(
      {},
      (site) => begin(site),
      async (site, before) => {
        const { client, open } = returned(site, before);
        const { status } = await client.post(whole({ fields: open && { ...open, ...whole().fields } }));
        expect(status).toBe(303);
      },
    );
  });
});
