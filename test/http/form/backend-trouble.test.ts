import { describe, expect, it } from 'vitest';
import { texts } from '../../../src/i18n/set-up.ts';
import { code, data, NO_CONTENT_CACHE, PATHS, type Reply } from '../../support/fake-backend.ts';
import { goodFields } from '../../support/form-client.ts';
import { itFirst } from '../../support/matrix.ts';
import {
  type Answer,
  arrive,
  CHINESE_FORM,
  countOf,
  draftOf,
  expectFailed,
  formSiteForFile,
  goodAnswers,
  type Visitor,
  whole,
} from './form-site.ts';
import { filesShown } from './read-form.ts';

const forgetful = formSiteForFile({ ...NO_CONTENT_CACHE, API_TIMEOUT_MS: '400' });
const remembering = formSiteForFile({ CONTENT_FRESH_S: '0', CONTENT_STALE_S: '3600', API_TIMEOUT_MS: '400' });

const FAILURES: [string, Reply][] = [
  ['cannot be reached', { destroy: true }],
  ['does not answer in time', { hang: true }],
  ['answers no data', data(null)],
  ['has no such component', code(404)],
];

/** Expects that nothing was submitted and that every value is stored and shown. */
async function expectAllKept(client: Visitor, page: Answer): Promise<void> {
  expectFailed(client, page);
  expect(page.headers['cache-control']).toBe('no-store');
  expect(page.title.startsWith('Error: ')).toBe(true);
  expect(client.inputs()).toMatchObject(goodAnswers);
  expect(filesShown(page)).toEqual(['plan.pdf']);
  expect(await draftOf(forgetful(), client)).toMatchObject({ fields: goodFields, names: ['plan.pdf'] });
}

itFirst(2, FAILURES)(
  'a submission without a stale copy returns 503 and keeps every value if the backend %s',
  async (_how, reply) => {
    const client = await arrive(forgetful());
    const before = await countOf(forgetful());
    forgetful().fake.override(PATHS.declare, reply);
    await expectAllKept(client, await client.post(whole()));
    expect(await countOf(forgetful())).toBe(before);
    forgetful().fake.restore();
    expect((await client.post({ fields: { captcha: goodAnswers.captcha ?? '' } })).status).toBe(303);
  },
);

describe('intake with a stale copy', () => {
  itFirst(2, FAILURES.slice(0, 3))(
    'accepts an application from the stale copy if the backend %s',
    async (_how, reply) => {
      const client = await arrive(remembering());
      remembering().fake.override(PATHS.declare, reply);
      expect((await client.get()).status).toBe(200);
      expect((await client.post(whole())).status).toBe(303);
    },
  );

  it('keeps a closed intake closed if the backend fails', async () => {
    const { fake } = remembering();
    fake.override(PATHS.declare, data({ componentCode: 'declare', enabled: false }));
    // Uses the Chinese form, because the English copy is not refreshed for a while after the failures of other tests.
    const client = await arrive(remembering(), CHINESE_FORM);
    await expect.poll(async () => (await client.get()).text).toContain(texts('zh').submissionClosed);
    fake.override(PATHS.declare, { destroy: true });
    expect((await client.post(whole())).status).toBe(403);
  });
});

it('accepts applications from cached responses while the backend is down', async () => {
  const client = await arrive(remembering());
  remembering().fake.goDown();
  expect((await client.post(whole())).status).toBe(303);
  expect((await client.get(client.receipt())).status).toBe(200);
});
