import { expect, it } from 'vitest';
import { TEST_ANSWER } from '../../support/form-client.ts';
import { codeOf } from './codes.ts';
import { arrive, begin, formSiteForFile, type Visitor, whole } from './form-site.ts';
import { problemsWith } from './read-form.ts';

const limited = formSiteForFile({ RATE_LIMIT_PER_MINUTE: '1000', TRUST_PROXY: '1' });
const unlimited = formSiteForFile();
const TOO_OFTEN = 'Too many wrong codes. Wait a minute, then enter the new one.';

const from = (address: string) => ({ 'X-Forwarded-For': address });

const answer = (client: Visitor, captcha: string, address: string) =>
  client.post({ ...whole({ fields: { captcha } }), files: [], headers: from(address) });

/** Sends wrong answers until the limit is reached, and returns their number. */
async function exhaust(client: Visitor, address: string): Promise<number> {
  for (let count = 1; count <= 15; count += 1) {
    const page = await answer(client, 'wrong', address);
    if (problemsWith(page, 'captcha')[0] === TOO_OFTEN) return count - 1;
  }
  return Number.POSITIVE_INFINITY;
}

it('refuses even a right captcha answer after ten wrong ones in a session', async () => {
  const client = await begin(limited());
  expect(await exhaust(client, '198.51.100.1')).toBe(10);
  const code = codeOf(limited(), client) ?? '';
  for (const right of [code, TEST_ANSWER]) {
    const page = await answer(client, right, '198.51.100.1');
    expect(page.status).toBe(429);
    expect(problemsWith(page, 'captcha')).toEqual([TOO_OFTEN]);
    expect(client.inputs().companyName).toBe(whole().fields?.companyName);
  }
  expect(codeOf(limited(), client)).toBe(code);
});

it('wrong captcha answers of one session do not block another session at the same client address', async () => {
  const [client, neighbour] = [await begin(limited()), await arrive(limited())];
  await exhaust(client, '198.51.100.9');
  expect((await neighbour.post({ ...whole(), headers: from('198.51.100.9') })).status).toBe(303);
});

it('wrong captcha answers do not affect a solved captcha', async () => {
  const [solved, client] = [await arrive(limited()), await arrive(limited())];
  await answer(solved, TEST_ANSWER, '198.51.100.4');
  await exhaust(client, '198.51.100.4');
  const page = await solved.post({ ...whole({ fields: { captcha: '' } }), headers: from('198.51.100.4') });
  expect(page.status).toBe(303);
});

it('does not count wrong captcha answers if RATE_LIMIT_PER_MINUTE is 0', async () => {
  const client = await arrive(unlimited());
  expect(await exhaust(client, '198.51.100.5')).toBe(Number.POSITIVE_INFINITY);
  expect(problemsWith(await answer(client, TEST_ANSWER, '198.51.100.5'), 'captcha')).toEqual([]);
});
