import { expect, it } from 'vitest';
import {
  type Answer,
  arrive,
  begin,
  countOf,
  formSiteForFile,
  goodAnswers,
  pdf,
  receiptOf,
  SENT,
  visitor,
  whole,
} from './form-site.ts';

const site = formSiteForFile();
const FILES = [pdf('a.pdf'), pdf('b.pdf')];
const TIMES = 20;

/** Counts the applications that these submits add. */
async function added(send: () => Promise<unknown>): Promise<number> {
  const before = await countOf(site());
  await send();
  return (await countOf(site())) - before;
}

function expectReceipt({ status, headers }: Answer): void {
  expect(status).toBe(303);
  expect(headers.location).toContain(`${SENT}?receipt=`);
}

it(`${TIMES} concurrent submits create one complete application and ${TIMES} equal receipts`, async () => {
  const client = await begin(site());
  const sending = whole({ files: FILES });
  const references = new Set<string>();
  const count = await added(async () => {
    const answers = await Promise.all(
      Array.from({ length: TIMES }, async () => {
        const twin = visitor(site());
        for (const [name, value] of client.cookies) twin.cookies.set(name, value);
        const answer = await twin.post({ ...sending, fields: { ...client.inputs(), ...sending.fields } });
        return { answer, reference: await receiptOf(twin) };
      }),
    );
    for (const { answer, reference } of answers) {
      expectReceipt(answer);
      references.add(reference);
    }
  });
  expect(count).toBe(1);
  const [reference = '', ...more] = references;
  expect(more).toEqual([]);
  const application = await site().store.applications.get(reference);
  expect(application?.files.map(({ name }) => name).toSorted()).toEqual(['a.pdf', 'b.pdf']);
});

it('recognises a repeated submit without its cookie by the key of the form', async () => {
  const client = await arrive(site());
  const fields = { ...client.inputs(), ...goodAnswers };
  const count = await added(async () => {
    for (let time = 0; time < 2; time += 1)
      expectReceipt(await visitor(site()).post(whole({ fields, files: FILES })));
  });
  expect(count).toBe(1);
});
