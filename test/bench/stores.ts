import { pdfOf } from '../../src/form/uploads/checks/test-support/build-pdf.ts';
import { startCrowd } from '../support/crowd.ts';
import { DEMO_FORM, FREE, formClient, goodFields, TEST_ANSWER } from '../support/form-client.ts';
import { processorMs, residentMb } from '../support/processes.ts';
import { startTestStore } from '../support/test-store.ts';
import { measure, startGenerator } from './load.ts';
import { median, percentile, table } from './numbers.ts';
import { startBuilt } from './sites.ts';

/** `npm run bench -- stores`: what the form costs over SQLite and a folder, and over PostgreSQL and S3, each in turn in every round. */
const ROUNDS = 4;
const ROUND_MS = 8000;
const APPLICANTS = 4;
const FILE_BYTES = 200_000;
const READERS = { connections: 32, seconds: 2, headers: { 'accept-encoding': 'br' } };

type Client = ReturnType<typeof formClient>;

const FRAGMENT = { 'HX-Request': 'true' };
const FILE = { name: 'plan.pdf', content: pdfOf(FILE_BYTES) };
const fields = { ...goodFields, captcha: TEST_ANSWER };

/** A visitor's way, in this order. */
const ACTS = {
  form: (client) => client.get(),
  'draft begun': (client) => client.post({ button: { action: 'begin' }, headers: FRAGMENT }),
  'form with draft': (client) => client.get(),
  'file of 200 KB': (client) => client.post({ files: [FILE], to: 'files', headers: FRAGMENT }),
  'field checked': (client) => client.post({ fields, check: 'contactEmail', headers: FRAGMENT }),
  submitted: (client) => client.post({ fields }),
} satisfies Record<string, (client: Client) => Promise<{ status: number }>>;

type Step = keyof typeof ACTS;
const STEPS = Object.keys(ACTS) as Step[];

async function startSubject(stack: AsyncDisposableStack, name: string, overServers: boolean) {
  const { environment, postgres } = await startTestStore(stack, 'stores', overServers);
  const site = stack.use(await startBuilt({ ...environment, ...FREE, NODE_ENV: 'test' }));
  const times = Object.fromEntries(STEPS.map((step) => [step, [] as number[]])) as Record<Step, number[]>;
  const counts = { applications: 0, seconds: 0, processor: 0, database: 0, readers: [] as number[] };
  return { name, site, times, databasePid: postgres?.pid(), ...counts };
}

type Subject = Awaited<ReturnType<typeof startSubject>>;

async function apply({ site, times }: Subject): Promise<void> {
  const client = formClient(site.port, DEMO_FORM);
  for (const step of STEPS) {
    const startedAt = performance.now();
    const { status } = await ACTS[step](client);
    if (status >= 400) throw new Error(`${step}: ${status}`);
    times[step].push(performance.now() - startedAt);
  }
}

async function round(subject: Subject): Promise<void> {
  const { databasePid, site } = subject;
  const spent = () => [processorMs(site.pid), databasePid ? processorMs(databasePid) : 0] as const;
  const [before, startedAt] = [spent(), performance.now()];
  const stop = startCrowd(APPLICANTS, async () => {
    await apply(subject);
    subject.applications += 1;
  });
  await new Promise((resolve) => setTimeout(resolve, ROUND_MS));
  await stop();
  subject.seconds += (performance.now() - startedAt) / 1000;
  const after = spent();
  subject.processor += after[0] - before[0];
  subject.database += after[1] - before[1];
}

await using stack = new AsyncDisposableStack();
await using generator = startGenerator();
const subjects = [
  await startSubject(stack, 'SQLite, folder', false),
  await startSubject(stack, 'PostgreSQL, S3', true),
];
for (const subject of subjects) await apply(subject);
for (let turn = 0; turn <= ROUNDS; turn += 1) {
  for (const subject of turn % 2 === 0 ? subjects : subjects.toReversed()) {
    // The first turn warms up.
    if (turn === 0) for (const step of STEPS) subject.times[step].length = 0;
    await round(subject);
    const { perSecond } = await measure(generator, subject.site.pid, {
      ...READERS,
      url: `${subject.site.base}/en`,
    });
    subject.readers.push(perSecond);
  }
}

const shown = (value: number): string => value.toFixed(1);
const stepRows = STEPS.flatMap((step) =>
  subjects.map(({ name, times }) => {
    const sorted = Float64Array.from(times[step]).sort();
    return [
      `${step}: ${name}`,
      sorted.length,
      shown(percentile(sorted, 0.5)),
      shown(percentile(sorted, 0.99)),
    ];
  }),
);
console.log(table(['milliseconds', 'times', 'p50', 'p99'], stepRows));
const wholeRows = subjects.map(({ name, applications, seconds, processor, database, readers, site }) => [
  name,
  shown(applications / seconds),
  shown(processor / applications),
  shown(database / applications),
  Math.round(median(readers)),
  residentMb(site.pid),
]);
console.log(
  table(
    ['site', 'applications/s', 'processor ms each', 'of the database', 'home pages/s', 'RSS MB'],
    wholeRows,
  ),
);
