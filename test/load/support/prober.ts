import { Agent, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** Visitors who read pages one after another; run as a process of its own, so that its figures are the site's. */
const CONNECTIONS = 4;
const PAUSE_MS = 10;
const PATIENCE_MS = 20_000;

const [base = '', ...paths] = process.argv.slice(2);
let times: number[] = [];
let failures = 0;

function ask(address: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get(address, { agent, timeout: PATIENCE_MS }, (response) => {
      if (response.statusCode !== 200) failures += 1;
      response.resume().once('end', resolve).once('error', reject);
    });
    request.once('timeout', () => request.destroy(new Error('no answer'))).once('error', reject);
  });
}

async function visitor(index: number): Promise<never> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let at = index; ; at += 1) {
    const startedAt = performance.now();
    await ask(base + paths[at % paths.length], agent).catch(() => {
      failures += 1;
    });
    times.push(performance.now() - startedAt);
    await wait(PAUSE_MS);
  }
}

// Every message asks for what was measured since the last one.
process.on('message', () => {
  process.send?.({ times, failures });
  [times, failures] = [[], 0];
});
process.on('disconnect', () => process.exit(0));
await Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => visitor(index)));
