import { describe, expect, it } from 'vitest';
import { TEST_ANSWER } from '../../support/form-client.ts';
import { codeOf, setCodeWithZero } from './codes.ts';
import { begin, formSiteForFile, type Visitor, whole } from './form-site.ts';
import { byId, controlOf, problemsWith } from './read-form.ts';

const site = formSiteForFile();
const WRONG = 'Captcha Error';

const fullWidth = (digits: string) =>
  digits.replace(/\d/gu, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));

/** Submits an application with this captcha answer. */
const answer = (client: Visitor, captcha: string) => client.post(whole({ fields: { captcha } }));

describe('the captcha answer', () => {
  it('accepts a captcha answer with full-width digits and spaces', async () => {
    const client = await begin(site());
    const code = codeOf(site(), client) ?? '';
    expect((await answer(client, `\u3000${[...fullWidth(code)].join(' ')}\t`)).status).toBe(303);
  });
  it.each([
    ['without its leading zero', (code: string) => code.slice(1)],
    ['with one more digit', (code: string) => `${code}0`],
    ['another code', (code: string) => `${Number(code) + 1}`.padStart(5, '0')],
    ['2000 digits', () => '1'.repeat(2000)],
  ])('refuses a captcha answer: %s', async (_what, write) => {
    const client = await begin(site());
    const page = await answer(client, write(setCodeWithZero(site(), client)));
    expect(page.status).toBe(422);
    expect(problemsWith(page, 'captcha')).toEqual([WRONG]);
  });

  it.each(['', '\u3000\t \u200b'])(
    'treats the captcha answer %j as empty without using up the code',
    async (typed) => {
      const client = await begin(site());
      const code = codeOf(site(), client);
      expect(problemsWith(await answer(client, typed), 'captcha')).toEqual(['Required']);
      expect(codeOf(site(), client)).toBe(code);
    },
  );
});

it('replaces a used captcha code after a wrong answer', async () => {
  const client = await begin(site());
  const code = codeOf(site(), client) ?? '';
  const picture = await client.send(`/captcha/image?code=${client.inputs().sealedCode}`, 'GET', {});
  const page = await answer(client, code === '00000' ? '11111' : '00000');
  expect(controlOf(page.main, 'captcha')?.attributes.value ?? '').toBe('');
  const next = await client.send(`/captcha/image?code=${client.inputs().sealedCode}`, 'GET', {});
  expect(next.body.equals(picture.body)).toBe(false);
  expect(codeOf(site(), client)).not.toBe(code);
});

it.each([`${TEST_ANSWER} `, TEST_ANSWER.toUpperCase()])(
  'does not accept %j as CAPTCHA_TEST_ANSWER',
  async (typed) => {
    expect(problemsWith(await answer(await begin(site()), typed), 'captcha')).toEqual([WRONG]);
  },
);

describe('a solved captcha', () => {
  it('does not show the captcha field again after a right answer', async () => {
    const client = await begin(site());
    const first = await client.post({ fields: { captcha: TEST_ANSWER } });
    expect(problemsWith(first, 'captcha')).toEqual([]);
    for (const { main } of [first, await client.get(), await client.post({}), await client.get('/apply')]) {
      const [place, ...more] = byId(main, 'captcha');
      expect(more).toEqual([]);
      expect(place?.tag).not.toBe('input');
      expect(client.inputs()).not.toHaveProperty('captcha');
    }
    expect((await client.post(whole({ fields: { captcha: '' } }))).status).toBe(303);
  });

  it('requires a new captcha answer for the next application', async () => {
    const client = await begin(site());
    await answer(client, TEST_ANSWER);
    await client.get();
    expect(client.inputs()).toMatchObject({ captcha: '' });
    expect(problemsWith(await client.post(whole({ fields: { captcha: '' } })), 'captcha')).toEqual([
      'Required',
    ]);
  });
});
