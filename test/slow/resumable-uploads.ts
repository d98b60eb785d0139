import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { pdfOf } from '../../src/form/uploads/checks/testing/build-pdf.ts';
import { openStore } from '../../src/store/index.ts';
import { type DemoSite, startDemoSite } from '../support/demo-site.ts';
import { DEMO_FORM, formClient, goodFields, TEST_ANSWER, TEST_SETTINGS } from '../support/form-client.ts';
import { childrenOf } from '../support/processes.ts';
import { type Random, seeded } from '../support/random.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startThrottledProxy, type ThrottledProxy } from '../support/throttled-proxy.ts';
import { type TusClient, tusClient } from '../support/tus-client.ts';
import { siteMb, watchSite } from './site-memory.ts';

const KB = 1024;
const PIECE = 256 * KB;
const KIBIBIT = KB / 8;
/** Pause before a client retries. */
const RETRY_DELAY_MS = 500;
export const WORKERS = 2;
const SETTLE_MS = 1000;

type Plan = {
  seed: number;
  uploads: number;
  fileBytes: number;
  /** Speeds of lines, in turn. */
  kbitPerSecond: readonly number[];
  /** Lines break after so many milliseconds, by chance. */
  breakMs: readonly [number, number];
  /** Times at which a worker is killed, and the site is restarted. */
  killMs: readonly number[];
  restartMs: number;
};

type Counts = { breaks: number; sentAgain: number; presentWay: number };

/** Sends files in pieces over slow lines that break, while workers are killed and the site is started again. */
export async function resumableUploads(plan: Plan) {
  const random = seeded(plan.seed);
  await using folder = await temporaryFolder('slow');
  const environment = {
    ...TEST_SETTINGS,
    DATA_DIR: folder.path,
    SESSION_SECRET: randomBytes(16).toString('hex'),
    WEB_CONCURRENCY: `${WORKERS}`,
  };
  let site = await startDemoSite({ environment });
  await sendPieces(tusClient(formClient(site.port, DEMO_FORM, site.base)), 'first.pdf', pdfOf(PIECE));
  await wait(SETTLE_MS);
  const idleMb = siteMb(site.pid);
  let peak = watchSite(site.pid);
  const ways = new Set<ThrottledProxy>();
  const startedAt = performance.now();
  const blows = blowAt(
    plan,
    () => site.pid,
    async () => {
      const before = peak();
      for (const way of ways) way.close();
      await site.stop();
      site = await startDemoSite({ environment });
      const after = watchSite(site.pid);
      peak = () => Math.max(before, after());
      for (const way of ways) {
        way.open(site.port);
      }
    },
  );
  const all = await Promise.all(
    Array.from({ length: plan.uploads }, (_, number) => sendOne(site, ways, number, plan, random)),
  );
  clearInterval(blows);
  const peakMb = peak();
  await site.stop();
  const arrived = new Set(await hashesIn(folder.path));
  const sum = (of: keyof Counts) => all.reduce((total, { counts }) => total + counts[of], 0);
  return {
    seed: plan.seed,
    uploads: plan.uploads,
    fileBytes: plan.fileBytes,
    kbitPerSecond: plan.kbitPerSecond,
    seconds: Math.round((performance.now() - startedAt) / 1000),
    whole: all.filter(({ sha256 }) => arrived.has(sha256)).length,
    breaks: sum('breaks'),
    kbSentAgain: Math.round(sum('sentAgain') / KB),
    kbSentAgainABreak: Math.round(sum('sentAgain') / KB / Math.max(1, sum('breaks'))),
    presentWayKbSentAgain: Math.round(sum('presentWay') / KB),
    idleMb,
    peakMb,
    mbOverIdle: peakMb - idleMb,
  };
}

/** Kills workers and starts the site again at their times. */
function blowAt({ killMs, restartMs }: Plan, pidOf: () => number, restart: () => Promise<void>) {
  const startedAt = performance.now();
  const left = [...killMs.map((at) => ({ at, isKill: true })), { at: restartMs, isKill: false }];
  return setInterval(() => {
    const due = left.findIndex(({ at }) => performance.now() - startedAt > at);
    if (due === -1) return;
    const [blow] = left.splice(due, 1);
    const [worker] = childrenOf(pidOf());
    if (!blow?.isKill) void restart();
    else if (worker) process.kill(worker, 'SIGKILL');
  }, 100);
}

async function sendOne(
  site: DemoSite,
  ways: Set<ThrottledProxy>,
  number: number,
  plan: Plan,
  random: Random,
) {
  const { kbitPerSecond, breakMs, fileBytes } = plan;
  const speed = (kbitPerSecond[number % kbitPerSecond.length] ?? 256) * KIBIBIT;
  const way = await startThrottledProxy({ port: site.port, bytesPerSecond: speed });
  ways.add(way);
  const counts: Counts = { breaks: 0, sentAgain: 0, presentWay: 0 };
  const content = pdfOf(fileBytes, `${number}`);
  const client = formClient(way.port, DEMO_FORM, way.base);
  const tus = tusClient(client);
  let isSent = false;
  const breaking = (async () => {
    for (;;) {
      const before = way.sent();
      await wait(breakMs[0] + random(breakMs[1] - breakMs[0]));
      if (isSent) return;
      counts.breaks += 1;
      // The present way begins again from the first byte.
      counts.presentWay += way.sent() - before;
      way.cut();
    }
  })();
  await retried(() => client.get());
  const before = way.sent();
  await sendPieces(tus, `${number}.pdf`, content);
  isSent = true;
  counts.sentAgain = Math.max(0, way.sent() - before - content.length);
  await retried(async () => {
    await client.get();
    await client.post({ fields: { ...goodFields, companyName: `Slow ${number}`, captcha: TEST_ANSWER } });
  });
  ways.delete(way);
  way.stop();
  void breaking;
  return { counts, sha256: createHash('sha256').update(content).digest('hex') };
}

/** As the form's own script does it: POST, then PATCH, and HEAD after each failure. */
async function sendPieces(tus: TusClient, name: string, content: Buffer): Promise<void> {
  const created = await retried(async () => {
    const answer = await tus.create(name, content.length);
    if (answer.status !== 201) throw new Error(`${answer.status}`);
    return answer;
  });
  const url = created.headers.location ?? '';
  for (let offset = 0; offset < content.length; ) {
    const answer = await tus
      .patch(url, offset, content.subarray(offset, offset + PIECE))
      .catch(() => undefined);
    if (answer?.status === 204) offset = Number(answer.headers['upload-offset']);
    else {
      await wait(RETRY_DELAY_MS);
      const head = await retried(() => tus.head(url));
      if (head.status === 200) offset = Number(head.headers['upload-offset']);
    }
  }
}

async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch {
      await wait(RETRY_DELAY_MS);
    }
  }
}

/** The hashes of what the store holds of all applications' files. */
async function hashesIn(dataDir: string): Promise<string[]> {
  const store = await openStore(dataDir);
  const hashes: string[] = [];
  for await (const { files } of store.applications.all()) {
    for (const { storedName } of files) {
      const hash = createHash('sha256');
      for await (const chunk of await store.uploads.open(storedName)) hash.update(chunk as Buffer);
      hashes.push(hash.digest('hex'));
    }
  }
  await store.close();
  return hashes;
}
