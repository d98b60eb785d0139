import { textFields } from '../../../../src/applications/rules/fields.ts';
import { formClient } from '../../../support/form-client.ts';
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

  /** Sends a body unchanged and parses the returned page. */
  const sendBody = (body: Buffer, headers: Headers = {}) => {
    const usual = { 'Content-Type': MULTIPART, 'Content-Length': `${body.length}`, ...SAME_ORIGIN };
    return client.send(FORM, 'POST', { ...usual, ...headers }, body);
  };
  const sendParts = (parts: readonly Part[], headers: Headers = {}) => sendBody(bodyOf(parts), headers);

  return { client, sendBody, sendParts };
}

export type Visitor = Awaited<ReturnType<typeof visitorOf>>;
