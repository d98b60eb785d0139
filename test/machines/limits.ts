import { randomInt } from 'node:crypto';
import { ADDRESS_QUOTAS } from '../../src/form/rules/limits.ts';
import { buildPdf } from '../../src/form/uploads/checks/testing/build-pdf.ts';
import { formClient, goodFields, TEST_ANSWER } from '../support/form-client.ts';
import { seeded } from '../support/random.ts';
import { startParts } from './parts.ts';

/** Accepted deviation from the limit of one machine. */
const TOLERANCE = 0.05;
const TOO_MANY = 429;
const AT_ONCE = 12;
const POSTS_A_MINUTE = 100;
const NO_LIMIT = 1_000_000;

type Count = { limit: number; let: number };

/** How many of so many visits at several machines, some at a time, are not refused as too many. */
async function letThrough(visits: number, visit: () => Promise<{ status: number }>): Promise<number> {
  let [begun, count] = [0, 0];
  const one = async () => {
    while (begun < visits) {
      begun += 1;
      if ((await visit()).status !== TOO_MANY) count += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return count;
}

/** Has one address use up its limits at machines that know of each other by the database alone. */
export async function countLimits(): Promise<{ counts: Record<string, Count>; faults: string[] }> {
  const posts = await overMachines(POSTS_A_MINUTE, (port) =>
    counted(POSTS_A_MINUTE, () => formClient(port).post({})),
  );
  const applications = await overMachines(NO_LIMIT, (port) =>
    counted(ADDRESS_QUOTAS.applicationsPerDay, () => applyAt(port)),
  );
  const drafts = await overMachines(NO_LIMIT, (port) =>
    counted(ADDRESS_QUOTAS.draftsPerDay, () => beginAt(port)),
  );
  const counts = { posts, applications, drafts };
  const faults = Object.entries(counts)
    .filter(([, { limit, let: passed }]) => Math.abs(passed - limit) > TOLERANCE * limit)
    .map(([what, { limit, let: passed }]) => `${passed} ${what} were let through, ${limit} are allowed`);
  return { counts, faults };
}

/** Half as many again try as may. */
const counted = async (limit: number, visit: () => Promise<{ status: number }>): Promise<Count> => ({
  limit,
  let: await letThrough(Math.ceil(1.5 * limit), visit),
});

/** At machines that nobody has visited yet. */
async function overMachines(
  postsPerMinute: number,
  measure: (port: number) => Promise<Count>,
): Promise<Count> {
  await using stack = new AsyncDisposableStack();
  const { balancer } = await startParts(stack, seeded(randomInt(2 ** 31)), {
    RATE_LIMIT_PER_MINUTE: `${postsPerMinute}`,
  });
  return await measure(balancer.port);
}

async function applyAt(port: number) {
  const client = formClient(port);
  await client.get();
  const fields = { ...goodFields, captcha: TEST_ANSWER };
  return client.post({ fields, files: [{ name: 'a.pdf', content: buildPdf({ padding: 1000 }) }] });
}

async function beginAt(port: number) {
  const client = formClient(port);
  await client.get();
  return client.post({ button: { action: 'begin' }, headers: { 'HX-Request': 'true' } });
}
