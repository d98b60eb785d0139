import { afterAll, beforeAll, expect } from 'vitest';
import { languages } from '../../../src/i18n/languages.ts';
import { type FormClient, formClient, TEST_ANSWER } from '../../support/form-client.ts';
import { markupFaults } from '../../support/markup.ts';
import { isEnglish, itEach } from '../../support/matrix.ts';
import { answers, BAD_EMAIL, bad, good } from './applicants.ts';
import { type FormSite, formPath, startFormSite } from './form-site.ts';

let site: FormSite;
beforeAll(async () => {
  site = await startFormSite();
});
afterAll(() => site.stop());

type Answer = { status: number; text: string };
type State = { name: string; status: number; reach: (client: FormClient) => Promise<Answer> };

const whole = (path: string) => ({
  fields: { ...answers[path.startsWith('/en') ? 'en' : 'zh'], captcha: TEST_ANSWER },
  files: good,
});
const sendAll = (client: FormClient) => client.post(whole(client.path));

/** The form after its backend content changed while it was open. */
const onceTurned =
  (state: 'broken' | 'closed', reach: State['reach']): State['reach'] =>
  async (client) => {
    await site.turn(state);
    return reach(client);
  };
const press = (client: FormClient, action: string) => client.post({ button: { action } });

/** States of the form page without the script. */
const states: State[] = [
  { name: 'fresh', status: 200, reach: (client) => client.get() },
  {
    name: 'errors',
    status: 422,
    reach: (client) =>
      client.post({ fields: { contactEmail: BAD_EMAIL, captcha: '12', industry: '<b>"&' }, files: bad }),
  },
  {
    name: 'captcha solved',
    status: 422,
    reach: (client) => client.post({ fields: { captcha: TEST_ANSWER } }),
  },
  {
    name: 'files listed',
    status: 200,
    reach: async (client) => {
      await client.post({ files: good, button: { action: 'upload' } });
      return client.get();
    },
  },
  {
    name: 'new code',
    status: 200,
    reach: async (client) => {
      await press(client, 'new-code');
      return client.get();
    },
  },
  { name: 'submission failed', status: 503, reach: onceTurned('broken', sendAll) },
  { name: 'closed', status: 200, reach: onceTurned('closed', (client) => client.get()) },
  { name: 'closed meanwhile', status: 403, reach: onceTurned('closed', sendAll) },
  {
    name: 'sent',
    status: 200,
    reach: async (client) => {
      await sendAll(client);
      return client.get(client.receipt());
    },
  },
];

const cases = languages.flatMap((language) => states.map((state) => ({ ...state, language })));

itEach(cases, isEnglish)('$name is valid HTML ($language)', async ({ reach, status, language }) => {
  const client = formClient(site.port, formPath(language));
  await client.get();
  try {
    const answer = await reach(client);
    expect(answer.status).toBe(status);
    expect(await markupFaults(answer.text)).toEqual([]);
  } finally {
    await site.turn('open');
  }
});
