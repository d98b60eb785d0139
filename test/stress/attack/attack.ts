import { launchChromium } from '../../support/tools.ts';
import { attackFileChecks } from './files/attack-file-checks.ts';
import { startUnderAttack } from './support/under-attack.ts';
import { wildRequests } from './wild-requests.ts';
import { payloads } from './xss/payloads.ts';
import { runPayloads } from './xss/run.ts';

const REQUESTS = 10_000;

async function requests(seed: number) {
  const attacked = await startUnderAttack();
  const { seen, unfair } = await wildRequests(attacked.port, REQUESTS, seed);
  const changes = await attacked.changes();
  await attacked.close();
  return { requests: REQUESTS, seen, faults: [...unfair, ...changes] };
}

async function scripts() {
  const browser = await launchChromium();
  const { withPolicy, without } = await runPayloads(browser, payloads);
  await browser.close();
  const faults = [withPolicy, without].flatMap(({ executions, strange }) => [...executions, ...strange]);
  return { payloads: payloads.length, shown: withPolicy.shown, faults };
}

const seed = Number(process.argv[2] ?? Date.now() % 1_000_000_000);
console.log(`seed ${seed}`);
let faults = 0;
for (const [attack, run] of Object.entries({ requests, scripts, 'file checks': attackFileChecks })) {
  const startedAt = performance.now();
  const report = await run(seed);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(JSON.stringify({ attack, seconds, ...report }, null, 2));
  faults += report.faults.length;
}
process.exit(faults > 0 ? 1 : 0);
