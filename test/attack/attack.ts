import { launchChromium } from '../support/tools.ts';
import { doors } from './doors.ts';
import { startUnderAttack } from './support/under-attack.ts';
import { wildRequests } from './wild-requests.ts';
import { payloads } from './xss/payloads.ts';
import { runPayloads } from './xss/run.ts';

const REQUESTS = 10_000;

const seconds = (startedAt: number): number => Math.round((performance.now() - startedAt) / 1000);

async function requests(seed: number) {
  const startedAt = performance.now();
  const attacked = await startUnderAttack();
  const { seen, unfair } = await wildRequests(attacked.port, REQUESTS, seed);
  const changes = await attacked.changes();
  await attacked.close();
  return { seed, requests: REQUESTS, seconds: seconds(startedAt), seen, unfair, changes };
}

async function scripts() {
  const startedAt = performance.now();
  const browser = await launchChromium();
  const { withPolicy, without } = await runPayloads(
    browser,
    payloads.map(({ text }) => text),
  );
  await browser.close();
  return { payloads: payloads.length, seconds: seconds(startedAt), withPolicy, without };
}

const seed = Number(process.argv[2] ?? Date.now() % 1_000_000_000);
console.log(`seed ${seed}`);
const asked = await requests(seed);
console.log(JSON.stringify(asked, null, 2));
const ran = await scripts();
console.log(JSON.stringify(ran, null, 2));
const opened: string[] = [];
for (const [name, attack] of Object.entries(doors)) {
  const startedAt = performance.now();
  const report = await attack(seed);
  console.log(JSON.stringify({ door: name, seconds: seconds(startedAt), ...report }, null, 2));
  opened.push(...report.faults);
}
const { withPolicy, without } = ran;
const faults = [
  opened,
  asked.unfair,
  asked.changes,
  ...[withPolicy, without].flatMap((found) => [found.executions, found.strange]),
];
process.exit(faults.some(({ length }) => length > 0) ? 1 : 0);
