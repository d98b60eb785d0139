import { expect } from 'vitest';
import { textFields } from '../../../../src/applications/rules/fields.ts';
import { buildPdf } from '../../../../src/applications/uploads/checks/testing/build-pdf.ts';
import { formClient, goodFields, TEST_ANSWER } from '../../../support/form-client.ts';
import { MULTIPART } from '../../../support/multipart.ts';
import type { Site } from '../../../support/site.ts';
import { bodyOf, FORM, type Headers, type Part } from './bodies.ts';

/** Marks a POST as same-origin, so that it does not need a token. */
export const SAME_ORIGIN = { 'Sec-Fetch-Site': 'same-origin' };

/** Creates a visitor who has begun a draft. */
export async function visitorOf(site: Site) {
  const client = formClient(site.port, FORM);
  await client.get();
  await client.post({ button: { action: 'new-code' }, without: [...textFields] });
  await client.get();
  const cookie = client.cookie();

  /** Sends a body unchanged and parses the returned page. */
  async function sendBody(body: Buffer, headers: Headers = {}, path = FORM) {
    const all = {
      'Content-Type': MULTIPART,
      'Content-Length': `${body.length}`,
      ...SAME_ORIGIN,
      ...headers,
    };
    return client.send(path, 'POST', all, body);
  }
  const sendParts = (parts: readonly Part[], headers: Headers = {}) => sendBody(bodyOf(parts), headers);

  return { client, cookie, sendBody, sendParts };
}

export type Visitor = Awaited<ReturnType<typeof visitorOf>>;

/** Expects that the site still accepts a normal application with two files. */
export async function expectToTakeAnApplication(site: Site): Promise<void> {
  const { client } = await visitorOf(site);
  const files = [
    { name: 'one.pdf', content: buildPdf() },
    { name: 'two.pdf', content: buildPdf({ padding: 5 }) },
  ];
  const sent = await client.post({ fields: { ...goodFields, captcha: TEST_ANSWER }, files });
  expect(sent.status).toBe(303);
  const receipt = await client.get(client.receipt());
  expect(receipt.status).toBe(200);
  expect(receipt.mainText).toContain(goodFields.companyName);
  expect(receipt.mainText).toContain('one.pdf');
  expect(receipt.mainText).toContain('two.pdf');
}
