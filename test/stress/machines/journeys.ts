import { createHash, randomInt, randomUUID } from 'node:crypto';
import { buildPdf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import { type FormClient, formClient, goodFields, TEST_ANSWER } from '../../support/form-client.ts';
import type { SentFile } from '../../support/multipart.ts';

/** Data that a visitor sent, and the receipt. `sha256`: digests of acknowledged files. */
export type Journey = {
  company: string;
  sha256: string[];
  reference?: string;
};

/** Browsers that run the form's scripts send `Sec-Fetch-Site` or `Origin`. */
const FRAGMENT = { 'HX-Request': 'true', 'Sec-Fetch-Site': 'same-origin' };
const OK = 200;
const INVALID = 422;
const SENT = 303;
const AGAIN = 503;
/** Maximum attempts of a visitor. */
const PATIENCE = 40;
const REST_MS = 250;

const rest = () => new Promise((resolve) => setTimeout(resolve, REST_MS + randomInt(REST_MS)));
const file = (name: string): SentFile => ({ name, content: buildPdf({ padding: randomInt(5000, 60_000) }) });
const sha256Of = ({ content }: SentFile): string => createHash('sha256').update(content).digest('hex');

/** Returns the first words of a response. */
const wordsOf = (html: string): string =>
  html
    .replace(/<[^>]*>/gu, ' ')
    .replace(/\s+/gu, ' ')
    .slice(0, 300);

/** Retries lost and failed requests like a visitor, which must not lose what the site has already stored. */
async function patiently<Answer extends { status: number }>(
  { company }: Journey,
  act: () => Promise<Answer>,
): Promise<Answer> {
  for (let turn = 0; turn < PATIENCE; turn += 1) {
    const answer = await act().catch(() => undefined);
    if (answer && answer.status !== AGAIN) return answer;
    await rest();
  }
  throw new Error(`${company} gave up`);
}

type Answer = { status: number; text: string };

/** Throws on an unexpected status, because a visitor would not continue. */
function expectStatus({ company }: Journey, { status, text }: Answer, expected: number): void {
  if (status !== expected) throw new Error(`${company}: ${status} for ${expected}: ${wordsOf(text)}`);
}

/** Applies without JavaScript: first a POST with a missing field, whose files and texts are stored, then the whole form. */
async function plain(client: FormClient, journey: Journey): Promise<void> {
  const files = [file('a.pdf'), file('b.pdf')];
  const fields = { ...goodFields, companyName: journey.company, captcha: TEST_ANSWER };
  const first = await patiently(journey, () =>
    client.post({ fields: { ...fields, contactPerson: '' }, files }),
  );
  expectStatus(journey, first, INVALID);
  const sent = await patiently(journey, () => client.post({ fields, files: [] }));
  if (sent.status !== SENT) throw new Error(`${journey.company}: ${sent.status} ${sent.problems.join()}`);
  journey.sha256 = files.map(sha256Of);
}

/** Applies like the script: begins a draft, uploads each file separately, then submits the form as a fragment. */
async function scripted(client: FormClient, journey: Journey): Promise<void> {
  const begin = { button: { action: 'begin' }, headers: FRAGMENT };
  expectStatus(journey, await patiently(journey, () => client.post(begin)), OK);
  expectStatus(journey, await patiently(journey, () => client.get()), OK);
  for (const one of [file('c.pdf'), file('d.pdf'), file('e.pdf')]) {
    const sent = await patiently(journey, () =>
      client.post({ files: [one], to: 'files', headers: FRAGMENT }),
    );
    expectStatus(journey, sent, OK);
    journey.sha256.push(sha256Of(one));
  }
  const fields = { ...goodFields, companyName: journey.company, captcha: TEST_ANSWER };
  const sent = await patiently(journey, () => client.post({ fields, headers: FRAGMENT }));
  if (!sent.headers['hx-redirect'])
    throw new Error(`${journey.company}: ${sent.status} ${wordsOf(sent.text)}`);
}

/** Takes one visitor from the empty form to the receipt. */
export async function travel(port: number, number: number): Promise<Journey> {
  const journey: Journey = { company: `Machines ${randomUUID()}`, sha256: [] };
  const client = formClient(port);
  await patiently(journey, () => client.get());
  await (number % 2 === 0 ? plain : scripted)(client, journey);
  const receipt = await patiently(journey, () => client.get(client.receipt()));
  expectStatus(journey, receipt, OK);
  journey.reference = /A-\d{4}-\w{6}/u.exec(receipt.mainText)?.[0];
  if (!journey.reference) throw new Error(`${journey.company} got no receipt`);
  return journey;
}
