/** @module-tag matrix */
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { toApplicationRecord } from '../../../src/applications/deliveries/forward/application-record.ts';
import { openStore, type Store, type StoreLocation } from '../../../src/applications/store/index.ts';
import { fileRow, values } from '../../../src/applications/store/testing/fixtures.ts';
import { startCrowd } from '../../support/crowd.ts';
import { type DemoSite, startDemoSite } from '../../support/demo-site.ts';
import { TEST_SETTINGS } from '../../support/form-client.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { residentMb, watchMemory } from '../../support/processes.ts';
import { type Random, seeded } from '../../support/random.ts';
import { until } from '../../support/until.ts';
import { visitPages } from '../load/pages.ts';
import { excesses, scaled, seed, TIMEOUT_MS, usesPostgresS3 } from '../scale.ts';
import { startTestStore } from '../test-store.ts';
import { newVisit, submit, type Visit } from '../visits.ts';
import { startFlakyReceiver } from './flaky-receiver.ts';

/** Applications that are added together, and as many by the form while sites are killed. */
const HALF = scaled(12, 250);
const KILLS = scaled(4, 100);
const GROUP = 'intake@group.example';
const APPLICANTS = 2;
/** Maximum pause of an applicant and between two kills. */
const MAX_PAUSE_MS = 1500;
/** Allows for silent receivers and for the leases of killed sites. */
const MAX_WAIT_MS = scaled(150_000, 600_000);
/** Attempts after which deliveries are retried by command, because the delays of a long series of random failures exceed any timeout. */
const MAX_OWN_ATTEMPTS = 3;

async function withStore<T>(place: StoreLocation, act: (store: Store) => Promise<T>): Promise<T> {
  const { dataDir, ...servers } = place;
  const store = await openStore(dataDir, undefined, servers);
  return act(store).finally(() => store.close());
}

/** Submits applications directly to the store, with two files each, sometimes a large one. */
async function addApplications(store: Store, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const draft = await store.drafts.create({ language: number % 2 === 0 ? 'zh' : 'en', addressHash: 'a' });
    if (!draft) throw new Error('another draft has the key');
    for (const bytes of [50_000, number % 10 === 0 ? 5_000_000 : 200_000]) {
      const content = randomBytes(bytes);
      const upload = await store.fileStore.create();
      upload.stream.end(content);
      const storedName = await store.fileStore.commit(upload);
      const sha256 = createHash('sha256').update(content).digest('hex');
      await store.drafts.addFile(draft.id, fileRow({ storedName, sha256, bytes }));
    }
    const fields = { ...values, contactEmail: `applicant-${number}@a.example` };
    await store.applications.submit(draft.id, draft.submitKey, fields, {
      now: Date.now(),
      channels: ['forward', 'mail-group', 'mail-applicant'],
    });
  }
}

async function untilDelivered({ deliveries }: Store): Promise<void> {
  let waiting: Awaited<ReturnType<typeof deliveries.list>> = [];
  const areDelivered = async () => {
    waiting = await deliveries.list({ state: 'waiting' });
    for (const { reference, attempts } of waiting)
      if (attempts >= MAX_OWN_ATTEMPTS) await deliveries.retry({ reference });
    return waiting.length === 0;
  };
  const message = () => `all are delivered: ${JSON.stringify(waiting)}`;
  await until(message, areDelivered, { timeoutMs: MAX_WAIT_MS, pauseMs: 500 });
}

/** Starts a mail server with random failures, given in emails per hundred. */
async function startFlakyMailServer(random: Random) {
  const shares = { greylisted: 10, full: 5, lost: 5 };
  const counts = { lost: 0 };
  const happens = (failure: keyof typeof shares) => random(100) < shares[failure];
  const server = await startMailServer({
    get refuses() {
      return happens('greylisted') ? { '*': 451 } : {};
    },
    get end() {
      if (happens('full')) return { code: 452, text: 'insufficient system storage' };
      if (!happens('lost')) return undefined;
      counts.lost += 1;
      return 'lost' as const;
    },
  });
  return {
    ...server,
    counts,
    behave: () => server.behave({ refuses: {}, end: undefined }),
    [Symbol.asyncDispose]: server.close,
  };
}

type Receivers = {
  receiver: Awaited<ReturnType<typeof startFlakyReceiver>>;
  mails: Awaited<ReturnType<typeof startFlakyMailServer>>;
};

/** Checks that each stored application was forwarded once and complete, and that both emails were sent. */
async function judge(store: Store, { receiver, mails }: Receivers, visits: readonly Visit[]) {
  const faults = [...receiver.faults];
  const companies = new Set<string>();
  const arrived = mails.mails.map(({ to, parsed }) => `${to} ${parsed.messageId}`);
  let applications = 0;
  for await (const application of store.applications.all()) {
    applications += 1;
    const { reference, fields, files } = application;
    companies.add(fields.companyName);
    const own = receiver.accepted.get(reference);
    const expected = { record: toApplicationRecord(application), sha256: files.map(({ sha256 }) => sha256) };
    if (JSON.stringify(own) !== JSON.stringify(expected))
      faults.push(`${reference} was ${own ? 'forwarded with other content' : 'not forwarded'}`);
    const addresses = { 'mail-group': GROUP, 'mail-applicant': fields.contactEmail, forward: '' } as const;
    // Receipts beyond the daily limits are not sent.
    for (const { channel, state } of await store.deliveries.list({ reference })) {
      if (state !== 'delivered') faults.push(`${reference}: ${channel} is ${state}`);
      const start = `${addresses[channel]} <${reference}.${channel}@`;
      if (channel !== 'forward' && !arrived.some((mail) => mail.startsWith(start)))
        faults.push(`${reference}: no mail to ${addresses[channel]}`);
    }
  }
  for (const { company, wasAcknowledged } of visits)
    if (wasAcknowledged && !companies.has(company)) faults.push(`${company} is lost`);
  const { posts, failures } = receiver.counts;
  if (posts > applications + failures + KILLS)
    faults.push(`${posts} POSTs for ${applications} applications, ${failures} failures and ${KILLS} kills`);
  const duplicates = arrived.length - new Set(arrived).size;
  if (duplicates > mails.counts.lost + KILLS)
    faults.push(`${duplicates} duplicate mails, after ${mails.counts.lost} lost replies and ${KILLS} kills`);
  return { applications, faults };
}

it('deliveries arrive once and complete while receivers fail and sites are killed', {
  timeout: TIMEOUT_MS,
}, async () => {
  const random = seeded(seed);
  await using stack = new AsyncDisposableStack();
  const { place, environment } = await startTestStore(stack, usesPostgresS3);
  const secret = `whsec_${randomBytes(24).toString('base64')}`;
  const receiver = stack.use(await startFlakyReceiver(random, secret));
  const mails = stack.use(await startFlakyMailServer(random));
  const settings = {
    ...TEST_SETTINGS,
    ...environment,
    FORWARD_URL: receiver.url,
    FORWARD_SECRET: secret,
    SMTP_URL: mails.url,
    MAIL_FROM: 'Group <site@group.example>',
    MAIL_TO: GROUP,
  };
  const sites: DemoSite[] = [];
  stack.defer(async () => void (await Promise.all(sites.map((site) => site.stop()))));
  for (let number = 0; number < (usesPostgresS3 ? 2 : 1); number += 1)
    sites.push(await startDemoSite({ environment: settings }));
  const [first] = sites as [DemoSite];

  // Measures pages and memory of a site while it delivers.
  await using pages = visitPages(first.base);
  await withStore(place, (store) => addApplications(store, HALF / 4).then(() => untilDelivered(store)));
  await pages.figures();
  const idleMb = residentMb(first.pid);
  const peak = watchMemory(first.pid);
  await withStore(place, (store) => addApplications(store, HALF).then(() => untilDelivered(store)));
  const { p99 } = await pages.figures();
  const slow = excesses({ p99, idleMb, peakMb: peak() });

  const visits: Visit[] = [];
  const acknowledged = () => visits.filter(({ wasAcknowledged }) => wasAcknowledged).length;
  const stop = startCrowd(APPLICANTS, async (turn, { number }) => {
    const visit = newVisit(sites[(turn + number) % sites.length]?.port ?? 0);
    visits.push(visit);
    await submit(visit).catch(() => undefined);
    await wait(random(MAX_PAUSE_MS));
  });
  for (let kill = 0; kill < KILLS; kill += 1) {
    await wait(random(MAX_PAUSE_MS));
    const number = random(sites.length);
    await sites[number]?.stop();
    sites[number] = await startDemoSite({ environment: settings });
  }
  await until('all were submitted', () => acknowledged() >= HALF, { timeoutMs: MAX_WAIT_MS });
  await stop();
  for (const one of [receiver, mails]) one.behave();
  const { applications, faults } = await withStore(place, async (store) => {
    await untilDelivered(store);
    return judge(store, { receiver, mails }, visits);
  });
  expect({ seed, faults: [...slow, ...faults] }).toEqual({ seed, faults: [] });
  expect(receiver.accepted.size).toBe(applications);
  expect(applications).toBeGreaterThanOrEqual(2 * HALF);
});
