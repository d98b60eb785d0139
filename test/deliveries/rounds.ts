import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { openStore, type Store, type StoreLocation } from '../../src/store/index.ts';
import { fileRow, values } from '../../src/store/testing/fixtures.ts';
import { newVisit, submit, type Visit } from '../crash/visits.ts';
import { type PageFigures, visitPages } from '../load/support/pages.ts';
import { startCrowd } from '../support/crowd.ts';
import type { DemoSite } from '../support/demo-site.ts';
import { residentMb, watchMemory } from '../support/processes.ts';
import { type Random, seeded } from '../support/random.ts';
import { startTestStore } from '../support/test-store.ts';
import { until } from '../support/until.ts';
import { judge } from './judge.ts';
import { startRoughMailServer } from './rough-mail-server.ts';
import { startRoughReceiver } from './rough-receiver.ts';
import { startSites } from './sites.ts';

export type Options = {
  seed: number;
  applications: number;
  kills: number;
  overServers?: boolean;
  windowMs?: number;
};

const GROUP_ADDRESS = 'intake@group.example';
const APPLICANTS = 2;
/** An applicant's rest and the time between two kills are at most so long, in milliseconds. */
const REST_MS = 1500;
/** How long pages are visited before and while applications are delivered, in milliseconds. */
const WINDOW_MS = 20_000;
/** So many applications make both sites load what delivers them. */
const WARM = 40;
/** How long everything may take to arrive after the last kill: leases end, and failures are repeated later and later. */
const PATIENCE_MS = 600_000;

/**
 * Sends applications at two sites on one store while receiver and mail server fail by a seed: half of them at once, to see what
 * delivering costs, the others through the form while workers and sites are killed. Faults: what did not arrive, or arrived
 * otherwise or too often.
 */
export async function deliveryRounds({
  seed,
  applications,
  kills,
  overServers,
  windowMs = WINDOW_MS,
}: Options) {
  const random = seeded(seed);
  await using stack = new AsyncDisposableStack();
  const { place, environment } = await startTestStore(stack, 'deliveries', overServers);
  const secret = `whsec_${randomBytes(24).toString('base64')}`;
  await using receiver = await startRoughReceiver(random, secret);
  using mails = await startRoughMailServer(random);
  await using house = await startSites(2, {
    ...environment,
    FORWARD_URL: receiver.url,
    FORWARD_SECRET: secret,
    SMTP_URL: mails.url,
    MAIL_FROM: 'Group <site@group.example>',
    MAIL_TO: GROUP_ADDRESS,
  });
  const startedAt = Date.now();
  const half = Math.floor(applications / 2);
  const cost = await costOf(place, half, house.sites, windowMs);
  const visits = await submitWhileKilled(house, { random, kills, count: applications - half });
  receiver.behave();
  mails.behave();
  await untilDelivered(place);
  const { faults, ...found } = await judge(place, {
    receiver,
    mails,
    groupAddress: GROUP_ADDRESS,
    kills,
  });
  const store = await openPlace(place);
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

const openPlace = ({ dataDir, ...options }: StoreLocation): Promise<Store> =>
  openStore(dataDir, undefined, options);

/** The memory of each site, in megabytes. */
type Cost = { idle: PageFigures; meanwhile: PageFigures; idleMb: number[]; peakMb: number[] };

/** What it costs the readers of one site, and the memory of both, that so many applications are delivered at once. */
async function costOf(
  place: StoreLocation,
  count: number,
  sites: readonly DemoSite[],
  windowMs: number,
): Promise<Cost> {
  using pages = visitPages(sites[0]?.base ?? '');
  const pids = sites.map(({ pid }) => pid);
  await putIn(place, Math.min(WARM, count));
  await untilDelivered(place);
  await pages.figures();
  await wait(windowMs);
  const idle = await pages.figures();
  const idleMb = pids.map(residentMb);
  const peaks = pids.map((pid) => watchMemory(pid));
  await putIn(place, count - Math.min(WARM, count));
  await pages.figures();
  await wait(windowMs);
  const meanwhile = await pages.figures();
  await untilDelivered(place);
  return { idle, meanwhile, idleMb, peakMb: peaks.map((peak) => peak()) };
}

/** Applications by the store's own steps, each of two files, one of them large now and then. */
async function putIn(place: StoreLocation, count: number): Promise<void> {
  const store = await openPlace(place);
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
    await store.applications.submit(draft.id, draft.submitKey, fields, Date.now(), {
      channels: ['forward', 'mail-group', 'mail-applicant'],
    });
  }
  await store.close();
}

type Killing = { random: Random; kills: number; count: number };

async function submitWhileKilled(
  house: Awaited<ReturnType<typeof startSites>>,
  { random, kills, count }: Killing,
): Promise<Visit[]> {
  const visits: Visit[] = [];
  const stop = startCrowd(APPLICANTS, async (turn, { number }) => {
    if (visits.filter(({ wasAcknowledged }) => wasAcknowledged).length >= count) return wait(REST_MS);
    const site = house.sites[(turn + number) % house.sites.length];
    const visit = newVisit(site?.port ?? 0);
    visits.push(visit);
    await submit(visit).catch(() => undefined);
    return wait(random(REST_MS));
  });
  for (let kill = 0; kill < kills; kill += 1) {
    await wait(random(REST_MS));
    await house.killOne(random);
  }
  const acknowledged = () => visits.filter(({ wasAcknowledged }) => wasAcknowledged).length;
  await until('all were sent', () => acknowledged() >= count, { patienceMs: PATIENCE_MS });
  await stop();
  return visits;
}

async function untilDelivered(place: StoreLocation): Promise<void> {
  const store = await openPlace(place);
  const isDone = async () => (await store.deliveries.list({ state: 'waiting' })).length === 0;
  await until('all are delivered', isDone, { patienceMs: PATIENCE_MS, pauseMs: 500 });
  await store.close();
}
