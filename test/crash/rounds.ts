import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { buildPdf } from '../../src/services/file-checks/test-support/build-pdf.ts';
import { openStore, type Store } from '../../src/store/index.ts';
import { startDemoSite } from '../support/demo-site.ts';
import { type FormClient, formClient, goodFields, TEST_ANSWER } from '../support/form-client.ts';

const FORM = '/en/work-with-us/application';
const VISITORS = 4;
const MAX_LIFE_MS = 700;

export type Figures = {
  rounds: number;
  acknowledged: number;
  cut: number;
  applications: number;
  faults: string[];
};

type Visit = { company: string; client: FormClient; wasAcknowledged: boolean };

/** A file that is no other's: a PDF with its own padding. */
const file = (name: string) => ({ name, content: buildPdf({ padding: randomInt(20_000, 200_000) }) });

/**
 * Kills the site at random moments while visitors submit, starts it again on the same data, and looks at the end whether
 * every application that was acknowledged is there once and whole, and none is there by halves.
 */
export async function crashRounds(rounds: number): Promise<Figures> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-crash-'));
  const secret = randomBytes(16).toString('hex');
  const visits: Visit[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) await oneRound(dataDir, secret, visits);
    await sendTheCutOnes(dataDir, secret, visits);
    return await judge(dataDir, rounds, visits);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

const start = (dataDir: string, secret: string) =>
  startDemoSite({
    environment: {
      DATA_DIR: dataDir,
      SESSION_SECRET: secret,
      CAPTCHA_TEST_ANSWER: TEST_ANSWER,
      RATE_LIMIT_PER_MINUTE: '0',
      LOG_LEVEL: 'silent',
    },
    readyAt: '/readyz',
  });

async function oneRound(dataDir: string, secret: string, visits: Visit[]): Promise<void> {
  const site = await start(dataDir, secret);
  const port = Number(new URL(site.base).port);
  let isOver = false;
  const visitors = Array.from({ length: VISITORS }, async () => {
    while (!isOver) {
      const visit = {
        company: `Crash ${randomUUID()}`,
        client: formClient(port, FORM),
        wasAcknowledged: false,
      };
      visits.push(visit);
      await submit(visit).catch(() => undefined);
    }
  });
  await wait(randomInt(MAX_LIFE_MS));
  isOver = true;
  await site.stop();
  await Promise.all(visitors);
}

async function submit(visit: Visit): Promise<void> {
  await visit.client.get();
  const { status, headers } = await visit.client.post({
    fields: { ...goodFields, companyName: visit.company, captcha: TEST_ANSWER },
    files: [file('a.pdf'), file('b.pdf')],
  });
  visit.wasAcknowledged = status === 303 && headers.location === `${FORM}/sent`;
}

/** Who was cut off presses the button again: what was kept is kept, what was sent is not sent twice. */
async function sendTheCutOnes(dataDir: string, secret: string, visits: Visit[]): Promise<void> {
  const site = await start(dataDir, secret);
  const port = Number(new URL(site.base).port);
  for (const visit of visits.filter(
    ({ wasAcknowledged, client }) => !wasAcknowledged && client.cookies.size > 0,
  )) {
    const again = formClient(port, FORM);
    for (const [name, value] of visit.client.cookies) again.cookies.set(name, value);
    const { inputs, post } = { inputs: visit.client.inputs(), post: again.post };
    const files = [
      { name: 'c.pdf', content: buildPdf() },
      { name: 'd.pdf', content: buildPdf({ padding: 1 }) },
    ];
    const fields = { ...inputs, ...goodFields, companyName: visit.company, captcha: TEST_ANSWER };
    const { status } = await post({ fields, files });
    visit.wasAcknowledged = status === 303;
  }
  await site.stop();
}

async function judge(dataDir: string, rounds: number, visits: Visit[]): Promise<Figures> {
  const store = await openStore(dataDir);
  const faults: string[] = [];
  const times = new Map<string, number>();
  let applications = 0;
  for await (const { fields, files, reference } of store.applications.all()) {
    applications += 1;
    times.set(fields.companyName, (times.get(fields.companyName) ?? 0) + 1);
    if (files.length < 2) faults.push(`${reference} has ${files.length} files`);
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
  return {
    rounds,
    acknowledged: acknowledged.length,
    cut: visits.length - acknowledged.length,
    applications,
    faults,
  };
}

async function sizeOf(store: Store, storedName: string): Promise<number> {
  let bytes = 0;
  for await (const chunk of await store.uploads.open(storedName)) bytes += (chunk as Buffer).length;
  return bytes;
}
