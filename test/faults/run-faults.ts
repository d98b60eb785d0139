import path from 'node:path';
import { type Child, startChild } from '../support/child-process.ts';
import { type DemoSite, startDemoSite } from '../support/demo-site.ts';
import { FAKE_PAGES } from '../support/fake-pages.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { Asked, Order } from './backend-process.ts';
import { type Fault, faultsInOrder } from './misbehaviours.ts';
import { type Answer, visit, visitFor } from './visitors.ts';

type Options = {
  seed: number;
  visitors: number;
  /** Duration of each fault, and of the healthy time after it. */
  faultMs: number;
  wellMs: number;
  timeoutMs: number;
};

/** Responses to visitors and requests to the backend during a fault. */
export type Phase = { fault: Fault; answers: Answer[]; calls: number; seconds: number };
/** `firstPageMs`: from the start of the process to the first page, with the backend off. */
type Restart = { firstPageMs: number; answers: Answer[] };
export type Figures = { phases: Phase[]; restart: Restart; questions: number };

/** Short, so that all content expires during each fault. */
export const FRESH_S = 2;

/** A site before a backend that misbehaves in every way, one after another, and after a restart without a backend. */
export async function runFaults(options: Options): Promise<Figures> {
  await using data = await temporaryFolder('faults');
  await using backend = startChild(path.join(import.meta.dirname, 'backend-process.ts'));
  const environment = {
    NODE_ENV: 'production',
    API_BASE_URL: await backend.next<string>(),
    API_TIMEOUT_MS: `${options.timeoutMs}`,
    CONTENT_FRESH_S: `${FRESH_S}`,
    DATA_DIR: data.path,
    // All visitors come from one address.
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: 'fatal',
  };
  await using site = await startDemoSite({ environment });
  const questions = await seeAll(site, backend);
  const phases = await allPhases(site, backend, options);
  await order(backend, 'off', options);
  await site.stop();
  await using again = await startDemoSite({ environment });
  const firstPage = await visit(again.port, { address: FAKE_PAGES[0] ?? '/', isSeen: true });
  const firstPageMs = performance.now() - again.startedAt;
  const restart = { firstPageMs, answers: [firstPage, ...(await visitAll(again))] };
  return { phases, restart, questions };
}

const order = (backend: Child, fault: Fault, { seed }: Pick<Options, 'seed'>): Promise<Asked> =>
  backend.request<Asked>({ fault, seed } satisfies Order);

async function visitAll({ port }: DemoSite): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const address of FAKE_PAGES) answers.push(await visit(port, { address, isSeen: true }));
  return answers;
}

/** Visits every page until each was there. Returns how many questions that took. */
async function seeAll(site: DemoSite, backend: Child): Promise<number> {
  for (const _time of [1, 2]) {
    const bad = (await visitAll(site)).filter(({ status }) => status !== 200);
    if (bad.length > 0) throw new Error(`not there: ${bad.map(({ address }) => address).join(' ')}`);
  }
  const { questions } = await order(backend, 'well', { seed: 0 });
  return questions;
}

async function allPhases(site: DemoSite, backend: Child, options: Options): Promise<Phase[]> {
  const phases: Phase[] = [];
  for (const fault of faultsInOrder(options.seed)) {
    for (const [name, ms] of [
      [fault, options.faultMs],
      ['well', options.wellMs],
    ] as const) {
      await order(backend, name, options);
      const startedAt = performance.now();
      const answers = await visitFor(site.port, options.visitors, ms, options.seed);
      const { calls } = await order(backend, name, options);
      phases.push({ fault: name, answers, calls, seconds: (performance.now() - startedAt) / 1000 });
    }
  }
  return phases;
}
