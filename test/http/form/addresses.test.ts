import { expect, it } from 'vitest';
import { MULTIPART, multipart } from '../../support/multipart.ts';
import { arrive, CHINESE_FORM, FORM, formSiteForFile, goodAnswers, pdf, SENT, visitor } from './form-site.ts';

const site = formSiteForFile();

it.each([
  [FORM, 'GET, HEAD, POST'],
  [`${FORM}/files`, 'GET, HEAD, POST'],
  [SENT, 'GET, HEAD'],
  [`${FORM}/receipt.txt`, 'GET, HEAD'],
])('%s returns 405 with Allow: %s for other methods', async (address, allowed) => {
  for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', ...(allowed.includes('POST') ? [] : ['POST'])]) {
    const { status, headers } = await visitor(site()).send(address, method, {});
    expect({ method, status, allow: headers.allow }).toEqual({ method, status: 405, allow: allowed });
  }
});

it('answers HEAD of the form like GET without a body', async () => {
  const { status, headers, body } = await visitor(site()).send(FORM, 'HEAD', {});
  expect([status, body.length, headers['cache-control']]).toEqual([200, 0, 'no-store']);
});

it('redirects GET of the URL for single files to the form', async () => {
  const { status, headers } = await visitor(site()).get(`${CHINESE_FORM}/files`);
  expect([status, headers.location, headers['cache-control']]).toEqual([302, CHINESE_FORM, 'no-store']);
});

it.each([
  ['/en/APPLY/?a=b', '/en/apply?a=b'],
  ['/zh/apply', '/apply'],
  ['/en/Apply/sent/', '/en/apply/sent'],
])('redirects the form URL %s to %s with 308', async (asked, right) => {
  const { status, headers } = await visitor(site()).get(asked);
  expect([status, headers.location]).toEqual([308, right]);
});

it.each(['/en/APPLY/', '/en/apply?x=1&x=2'])('accepts a POST to %s', async (address) => {
  const client = await arrive(site());
  const body = multipart(Object.entries({ ...client.inputs(), ...goodAnswers }), [pdf()]);
  const headers = { 'Content-Type': MULTIPART, 'Content-Length': `${body.length}` };
  const answer = await client.send(address, 'POST', headers, body);
  expect(answer.status).toBe(303);
  expect(answer.headers.location).toMatch(/^\/en\/apply\/sent\?receipt=/u);
});

it.each(['/en/apply/nothing', '/en/apply/sent/x', '/en/apply//sent', '/en/history/files'])(
  'returns 404 for the invalid form URL %s',
  async (address) => {
    expect((await visitor(site()).get(address)).status).toBe(404);
  },
);

it.each(['?token=x&submitKey=y&companyName=z', '?lang=fr', '?%00'])(
  'ignores the query %s of the form',
  async (query) => {
    const client = visitor(site());
    const page = await client.get(`${FORM}${query}`);
    expect([page.status, page.form?.attributes.action]).toEqual([200, FORM]);
    expect(client.inputs()).toMatchObject({ companyName: '' });
  },
);

it('the language switch keeps the draft in the form of the other language', async () => {
  const client = await arrive(site());
  await client.post({ fields: { companyName: 'Mine' } });
  const { status, headers } = await client.get(`${CHINESE_FORM}?lang=zh`);
  expect([status, headers.location]).toEqual([303, CHINESE_FORM]);
  await client.get(CHINESE_FORM);
  expect(client.inputs().companyName).toBe('Mine');
});
