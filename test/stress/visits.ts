import { createHash, randomInt, randomUUID } from 'node:crypto';
import { openStore, type StoreLocation } from '../../src/applications/store/index.ts';
import { buildPdf } from '../../src/applications/uploads/checks/testing/build-pdf.ts';
import { DEMO_FORM, type FormClient, formClient, goodFields, TEST_ANSWER } from '../support/form-client.ts';
import type { SentFile } from '../support/multipart.ts';

/** An application that a visitor tried to send. `sha256`: digests of acknowledged files. */
export type Sent = { company: string; wasAcknowledged: boolean; reference?: string; sha256?: string[] };
export type Visit = Sent & { client: FormClient };

export const newVisit = (port: number): Visit => ({
  company: `Company ${randomUUID()}`,
  client: formClient(port),
  wasAcknowledged: false,
});

/** Builds a PDF of random size. */
export const randomFile = (name: string): SentFile => ({
  name,
  content: buildPdf({ padding: randomInt(5000, 200_000) }),
});

/** Submits the current form. Rejects if the connection is lost. */
export async function send(visit: Visit): Promise<void> {
  const { status, headers } = await visit.client.post({
    fields: { ...goodFields, companyName: visit.company, captcha: TEST_ANSWER },
    files: [randomFile('a.pdf'), randomFile('b.pdf')],
  });
  visit.wasAcknowledged = status === 303 && headers.location?.startsWith(`${DEMO_FORM}/sent?`) === true;
}

/** Requests the form and submits it. Rejects if the connection is lost. */
export async function submit(visit: Visit): Promise<void> {
  await visit.client.get();
  await send(visit);
}

/** Checks that each acknowledged application is stored once and that all stored ones are complete. */
export async function judge({ dataDir, ...servers }: StoreLocation, sent: readonly Sent[], minFiles = 1) {
  const store = await openStore(dataDir, undefined, servers);
  const faults: string[] = [];
  const byCompany = new Map<string, { reference: string; sha256: string[] }>();
  let applications = 0;
  for await (const { reference, fields, files } of store.applications.all()) {
    applications += 1;
    if (byCompany.has(fields.companyName)) faults.push(`${fields.companyName} is stored twice`);
    byCompany.set(fields.companyName, { reference, sha256: files.map(({ sha256 }) => sha256) });
    if (files.length < minFiles) faults.push(`${reference} has ${files.length} files`);
    if (fields.companyDescription !== goodFields.companyDescription)
      faults.push(`${reference} has another description`);
    for (const { storedName, sha256, name } of files) {
      const content = await store.fileStore.open(storedName).then((stream) => stream.toArray());
      if (digest(Buffer.concat(content)) !== sha256) faults.push(`${reference}: ${name} has other content`);
    }
  }
  await store.close();
  const acknowledged = sent.filter(({ wasAcknowledged }) => wasAcknowledged);
  for (const { company, reference, sha256 } of acknowledged) {
    const own = byCompany.get(company);
    if (!own) faults.push(`${company} (${reference}) is lost`);
    else if (own.reference !== (reference ?? own.reference))
      faults.push(`${company} is ${own.reference}, but its receipt says ${reference}`);
    else if (sha256 && own.sha256.sort().join() !== sha256.toSorted().join())
      faults.push(`${own.reference} has other files than were acknowledged`);
  }
  return { acknowledged: acknowledged.length, applications, faults };
}

export const digest = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
