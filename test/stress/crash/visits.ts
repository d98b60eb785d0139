import { randomInt, randomUUID } from 'node:crypto';
import { openStore, type Store, type StoreLocation } from '../../../src/applications/store/index.ts';
import { buildPdf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import {
  DEMO_FORM,
  type FormClient,
  formClient,
  goodFields,
  TEST_ANSWER,
} from '../../support/form-client.ts';

export type Visit = { company: string; client: FormClient; wasAcknowledged: boolean };

export const newVisit = (port: number): Visit => ({
  company: `Crash ${randomUUID()}`,
  client: formClient(port),
  wasAcknowledged: false,
});

/** Builds a PDF of random size. */
const file = (name: string) => ({ name, content: buildPdf({ padding: randomInt(20_000, 200_000) }) });

/** Submits the current form. Rejects if the connection is lost. */
export async function send(visit: Visit): Promise<void> {
  const { status, headers } = await visit.client.post({
    fields: { ...goodFields, companyName: visit.company, captcha: TEST_ANSWER },
    files: [file('a.pdf'), file('b.pdf')],
  });
  visit.wasAcknowledged = status === 303 && headers.location?.startsWith(`${DEMO_FORM}/sent?`) === true;
}

/** Requests the form and submits it. Rejects if the connection is lost. */
export async function submit(visit: Visit): Promise<void> {
  await visit.client.get();
  await send(visit);
}

export type Result = { acknowledged: number; applications: number; faults: string[] };

/** Checks that no acknowledged application is missing, duplicated or incomplete. */
export async function judge(
  { dataDir, ...options }: StoreLocation,
  visits: readonly Visit[],
  minFiles = 2,
): Promise<Result> {
  const store = await openStore(dataDir, undefined, options);
  const faults: string[] = [];
  const times = new Map<string, number>();
  let applications = 0;
  for await (const { fields, files, reference } of store.applications.all()) {
    applications += 1;
    times.set(fields.companyName, (times.get(fields.companyName) ?? 0) + 1);
    if (files.length < minFiles) faults.push(`${reference} has ${files.length} files`);
    if (fields.companyDescription !== goodFields.companyDescription)
      faults.push(`${reference} is not as typed`);
    for (const { storedName, bytes } of files) {
      if ((await sizeOf(store, storedName)) !== bytes) faults.push(`${reference} lacks bytes`);
    }
  }
  const acknowledged = visits.filter(({ wasAcknowledged }) => wasAcknowledged);
  for (const { company } of acknowledged) {
    if (times.get(company) !== 1) faults.push(`${company} is there ${times.get(company) ?? 0} times`);
  }
  for (const [company, count] of times) if (count > 1) faults.push(`${company} is there ${count} times`);
  await store.close();
  return { acknowledged: acknowledged.length, applications, faults };
}

const sizeOf = async ({ uploads }: Store, storedName: string): Promise<number> =>
  Buffer.concat(await (await uploads.open(storedName)).toArray()).length;
