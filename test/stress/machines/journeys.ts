import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { KILOBYTE } from '../../../src/applications/rules/limits.ts';
import { type FormClient, formClient, goodFields, TEST_ANSWER } from '../../support/form-client.ts';
import type { SentFile } from '../../support/multipart.ts';
import { tusClient } from '../../support/tus-client.ts';
import { digest, randomFile, type Sent } from '../visits.ts';

/** Browsers that run the form's scripts send `Sec-Fetch-Site` or `Origin`. */
const FRAGMENT = { 'HX-Request': 'true', 'Sec-Fetch-Site': 'same-origin' };
const UNAVAILABLE = 503;
const CHUNK_BYTES = 64 * KILOBYTE;
const MAX_ATTEMPTS = 40;
const PAUSE_MS = 250;

/** Retries lost and failed requests like a visitor, until one returns the expected status. */
async function patiently<Answer extends { status: number; text: string }>(
  expected: number,
  act: () => Promise<Answer>,
): Promise<Answer> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const answer = await act().catch(() => undefined);
    if (answer?.status === expected) return answer;
    if (answer && answer.status !== UNAVAILABLE)
      throw new Error(
        `${answer.status} instead of ${expected}: ${answer.text.replace(/<[^>]*>|\s+/gu, ' ')}`,
      );
    await wait(PAUSE_MS + randomInt(PAUSE_MS));
  }
  throw new Error(`no response in ${MAX_ATTEMPTS} attempts`);
}

/** Applies without JavaScript: first a POST with a missing field, whose files and texts are stored, then the whole form. */
async function plain(client: FormClient, fields: Record<string, string>): Promise<string[]> {
  const files = [randomFile('a.pdf'), randomFile('b.pdf')];
  await patiently(422, () => client.post({ fields: { ...fields, contactPerson: '' }, files }));
  await patiently(303, () => client.post({ fields }));
  return files.map(({ content }) => digest(content));
}

/** Uploads a file in chunks. After a failure, continues at the offset that the site has stored. */
async function upload(client: FormClient, { name, content }: SentFile): Promise<void> {
  const tus = tusClient(client);
  const { headers } = await patiently(201, () => tus.create(name, content.length, FRAGMENT));
  const url = `${headers.location}`;
  const offset = async () => Number((await patiently(200, () => tus.head(url))).headers['upload-offset']);
  for (let at = 0; at < content.length; at = await offset())
    await Promise.allSettled([
      tus.patch(url, at, content.subarray(at, at + CHUNK_BYTES)),
      wait(PAUSE_MS / 10),
    ]);
}

/** Applies like the script: begins a draft, uploads each file in chunks, then submits the form as a fragment. */
async function scripted(client: FormClient, fields: Record<string, string>): Promise<string[]> {
  // If the session's cookie was lost with an earlier response, only a new form can begin a draft.
  await patiently(200, async () => {
    const page = await client.get();
    return page.status === 200 ? client.post({ button: { action: 'begin' }, headers: FRAGMENT }) : page;
  });
  const files = [randomFile('c.pdf'), randomFile('d.pdf'), randomFile('e.pdf')];
  for (const file of files) await upload(client, file);
  await patiently(200, () => client.get());
  await patiently(200, () => client.post({ fields, headers: FRAGMENT }));
  return files.map(({ content }) => digest(content));
}

/** Takes one visitor from the empty form to the receipt. */
export async function travel(port: number, number: number): Promise<Sent> {
  const company = `Machines ${randomUUID()}`;
  const client = formClient(port);
  await patiently(200, () => client.get());
  const fields = { ...goodFields, companyName: company, captcha: TEST_ANSWER };
  const sha256 = await (number % 2 === 0 ? plain : scripted)(client, fields);
  const { mainText } = await patiently(200, () => client.get(client.receipt()));
  const reference = /A-\d{4}-\w{6}/u.exec(mainText)?.[0];
  if (!reference) throw new Error(`${company} got no receipt`);
  return { company, wasAcknowledged: true, reference, sha256 };
}
