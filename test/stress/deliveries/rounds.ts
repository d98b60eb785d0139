import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { openStore, type Store, type StoreLocation } from '../../../src/applications/store/index.ts';
import { fileRow, values } from '../../../src/applications/store/testing/fixtures.ts';
import { startCrowd } from '../../support/crowd.ts';
import type { DemoSite } from '../../support/demo-site.ts';
import { residentMb, watchMemory } from '../../support/processes.ts';
import { type Random, seeded } from '../../support/random.ts';
import { startTestStore } from '../../support/test-store.ts';
import { until } from '../../support/until.ts';
import { newVisit, submit, type Visit } from '../crash/visits.ts';
import { type PageFigures, visitPages } from '../load/support/pages.ts';
import { startFlakyMailServer } from './flaky-mail-server.ts';
import { startFlakyReceiver } from './flaky-receiver.ts';
import { judge } from './judge.ts';
import { startSites } from './sites.ts';

export type Options = {
  seed: number;
  applications: number;
  kills: number;
  usesPostgresS3?: boolean;
  windowMs?: number;
};

const GROUP_ADDRESS = 'intake@group.example';
const APPLICANTS = 2;
/** Maximum pause of an applicant and between two kills. */
const MAX_PAUSE_MS = 1500;
/** Duration of page measurements before and during deliveries. */
const WINDOW_MS = 20_000;
/** Applications delivered before the measurement, so that both sites have loaded the channels. */
const WARM_UP = 40;
/** Timeout that allows for expiring leases and growing retry delays after the last kill. */
const PATIENCE_MS = 600_000;

/**
 * Submits applications to one site, or to two over PostgreSQL and S3, while receiver and mail server fail randomly. Adds half of
 * them together, to measure the cost of deliveries, and submits the others by the form while workers and sites are killed.
 * Reports missing, altered and duplicate deliveries.
 */
export async function deliveryRounds({
  seed,
  applications,
  kills,
  usesPostgresS3,
  windowMs = WINDOW_MS,
}: Options) {
  const random = seeded(seed);
  await using stack = new AsyncDisposableStack();
  const { place, environment } = await startTestStore(stack, 'deliveries', usesPostgresS3);
  const secret = `whsec_${randomBytes(24).toString('base64')}`;
  await using receiver = await startFlakyReceiver(random, secret);
  using mails = await startFlakyMailServer(random);
  await using cluster = await startSites(usesPostgresS3 ? 2 : 1, {
    ...environment,
    FORWARD_URL: receiver.url,
    FORWARD_SECRET: secret,
    SMTP_URL: mails.url,
    MAIL_FROM: 'Group <site@group.example>',
    MAIL_TO: GROUP_ADDRESS,
  });
  const startedAt = Date.now();
  const half = Math.floor(applications / 2);
  const cost = await measureCost(place, half, cluster.sites, windowMs);
  const visits = await submitWhileKilled(cluster, { random, kills, count: applications - half });
  receiver.behave();
  mails.behave();
  await untilDelivered(place);
  const { faults, ...found } = await judge(place, {
    receiver,
    mails,
    groupAddress: GROUP_ADDRESS,
    kills,
  });
  const store = await openLocation(place);
  const sent = await Promise.all(
    visits.filter(({ wasAcknowledged }) => wasAcknowledged).map(({ company }) => company),
  );
  const names = new Set<string>();
  for await (const { fields } of store.applications.all()) names.add(fields.companyName);
  await store.close();
  const lost = sent.filter((company) => !names.has(company)).map((company) => `${company} was lost`);
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  const acknowledged = sent.length;
  return {
    seed,
    kills,
    seconds,
    ...cost,
    acknowledged,
    ...found,
    ...receiver.counts,
    mail: mails.counts,
    faults: [...faults, ...lost],
  };
}

const openLocation = ({ dataDir, ...options }: StoreLocation): Promise<Store> =>
  openStore(dataDir, undefined, options);

type Cost = { idle: PageFigures; meanwhile: PageFigures; idleMb: number[]; peakMb: number[] };

/** Measures pages of one site and memory of both, idle and during deliveries. */
async function measureCost(
  place: StoreLocation,
  count: number,
  sites: readonly DemoSite[],
  windowMs: number,
): Promise<Cost> {
  using pages = visitPages(sites[0]?.base ?? '');
  const pids = sites.map(({ pid }) => pid);
  await addApplications(place, Math.min(WARM_UP, count));
  await untilDelivered(place);
  await pages.figures();
  await wait(windowMs);
  const idle = await pages.figures();
  const idleMb = pids.map(residentMb);
  const peaks = pids.map((pid) => watchMemory(pid));
  await addApplications(place, count - Math.min(WARM_UP, count));
  await pages.figures();
  await wait(windowMs);
  const meanwhile = await pages.figures();
  await untilDelivered(place);
  return { idle, meanwhile, idleMb, peakMb: peaks.map((peak) => peak()) };
}

/** Submits applications directly to the store, with two files each, sometimes a large one. */
async function addApplications(place: StoreLocation, count: number): Promise<void> {
  const store = await openLocation(place);
  for (let number = 0; number < count; number += 1) {
    const language = number % 2 === 0 ? 'zh' : 'en';
    const draft = await store.drafts.create({ language, addressHash: 'a' });
    if (!draft) throw new Error('another draft has the key');
    for (const bytes of [50_000, number % 10 === 0 ? 5_000_000 : 200_000]) {
      const content = randomBytes(bytes);
      const upload = await store.uploads.create();
      upload.stream.end(content);
      const storedName = await store.uploads.commit(upload);
      const sha256 = createHash('sha256').update(content).digest('hex');
      await store.drafts.addFile(draft.id, fileRow({ storedName, sha256, bytes }));
    }
    const fields = { ...values, contactEmail: `applicant-${number}@a.example` };
    await store.applications.submit(draft.id, draft.submitKey, fields, {
      now: Date.now(),
      channels: ['forward', 'mail-group', 'mail-applicant'],
    });
  }
  await store.close();
}

type KillOptions = { random: Random; kills: number; count: number };

async function submitWhileKilled(
  cluster: Awaited<ReturnType<typeof startSites>>,
  { random, kills, count }: KillOptions,
): Promise<Visit[]> {
  const visits: Visit[] = [];
  const stop = startCrowd(APPLICANTS, async (turn, { number }) => {
    if (visits.filter(({ wasAcknowledged }) => wasAcknowledged).length >= count) return wait(MAX_PAUSE_MS);
    const site = cluster.sites[(turn + number) % cluster.sites.length];
    const visit = newVisit(site?.port ?? 0);
    visits.push(visit);
    await submit(visit).catch(() => undefined);
    return wait(random(MAX_PAUSE_MS));
  });
  for (let kill = 0; kill < kills; kill += 1) {
    await wait(random(MAX_PAUSE_MS));
    await cluster.killOne(random);
  }
  const acknowledged = () => visits.filter(({ wasAcknowledged }) => wasAcknowledged).length;
  await until('all were submitted', () => acknowledged() >= count, { timeoutMs: PATIENCE_MS });
  await stop();
  return visits;
}

async function untilDelivered(place: StoreLocation): Promise<void> {
  const store = await openLocation(place);
  const isDone = async () => (await store.deliveries.list({ state: 'waiting' })).length === 0;
  await until('all are delivered', isDone, { timeoutMs: PATIENCE_MS, pauseMs: 500 });
  await store.close();
}
