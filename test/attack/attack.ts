import { startUnderAttack } from './support/under-attack.ts';
import { wildRequests } from './wild-requests.ts';

const REQUESTS = 10_000;

const seed = Number(process.argv[2] ?? Date.now() % 1_000_000_000);
console.log(`seed ${seed}`);
const attacked = await startUnderAttack();
const startedAt = performance.now();
const { seen, unfair } = await wildRequests(attacked.port, REQUESTS, seed);
const changes = await attacked.changes();
await attacked.close();
const seconds = Math.round((performance.now() - startedAt) / 1000);
console.log(JSON.stringify({ seed, requests: REQUESTS, seconds, seen, unfair, changes }, null, 2));
process.exit(unfair.length + changes.length > 0 ? 1 : 0);
