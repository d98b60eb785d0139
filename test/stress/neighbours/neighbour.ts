import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { MAX_CHUNK_BYTES } from '../../../src/applications/rules/limits.ts';
import { pdfOf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import { DEMO_FORM, formClient, goodFields, TEST_ANSWER } from '../../support/form-client.ts';
import { tusClient } from '../../support/tus-client.ts';
import { digest, type Sent } from '../visits.ts';

/** A browser with scripts sends it with each POST. */
const OWN_PAGE = { 'Sec-Fetch-Site': 'same-origin' };
const FRAGMENT = { ...OWN_PAGE, 'HX-Request': 'true' };

export type Journey = (port: number, fileBytes: number, chunkMs: number) => Promise<Sent>;

function expectStatus(what: string, expected: number, { status, text }: { status: number; text: string }) {
  if (status !== expected)
    throw new Error(`${what}: ${status} ${text.replace(/<[^>]*>|\s+/gu, ' ').slice(0, 2000)}`);
}

async function openForm(port: number) {
  const client = formClient(port);
  expectStatus('form', 200, await client.get());
  const code = encodeURIComponent(client.inputs().sealedCode ?? '');
  expectStatus('captcha picture', 200, await client.send(`/captcha/image?code=${code}`, 'GET', {}));
  const fields = { ...goodFields, companyName: `Neighbour ${randomUUID()}`, captcha: TEST_ANSWER };
  return { client, fields };
}

const sentBy = async (
  client: ReturnType<typeof formClient>,
  company: string,
  content: Buffer,
): Promise<Sent> => {
  const { mainText } = await client.get(client.receipt());
  const reference = /A-\d{4}-\w{6}/u.exec(mainText)?.[0];
  if (!reference) throw new Error(`${company} got no receipt`);
  return { company, wasAcknowledged: true, reference, sha256: [digest(content)] };
};

/** Applies without scripts: one POST with the file and most texts, then the whole form. */
export const applyPlainly: Journey = async (port, fileBytes) => {
  const { client, fields } = await openForm(port);
  const content = pdfOf(fileBytes, fields.companyName);
  const files = [{ name: 'plan.pdf', content }];
  const first = { ...fields, captcha: '', contactPerson: '' };
  expectStatus('upload', 422, await client.post({ fields: first, files }));
  expectStatus('submit', 303, await client.post({ fields }));
  return sentBy(client, fields.companyName, content);
};

/** Applies with scripts: field check, draft, file in chunks, form as a fragment. */
export const applyWithScripts: Journey = async (port, fileBytes, chunkMs) => {
  const { client, fields } = await openForm(port);
  const content = pdfOf(fileBytes, fields.companyName);
  const check = { check: 'companyName', fields, headers: FRAGMENT };
  expectStatus('check', 200, await client.post(check));
  expectStatus('begin', 200, await client.post({ button: { action: 'begin' }, headers: FRAGMENT }));
  const tus = tusClient(client);
  const created = await tus.create('plan.pdf', content.length, OWN_PAGE);
  expectStatus('create', 201, created);
  const bytes = MAX_CHUNK_BYTES / 4;
  for (let at = 0; at < content.length; at += bytes) {
    const chunk = content.subarray(at, at + bytes);
    expectStatus(`chunk at ${at}`, 204, await tus.patch(`${created.headers.location}`, at, chunk, OWN_PAGE));
    await wait(chunkMs);
  }
  expectStatus('list', 200, await client.get(DEMO_FORM));
  expectStatus('submit', 200, await client.post({ fields, headers: FRAGMENT }));
  return sentBy(client, fields.companyName, content);
};
