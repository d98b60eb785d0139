import { randomInt } from 'node:crypto';
import { countLimits } from './limits.ts';
import { machineRounds } from './rounds.ts';

/** `npm run stress -- machines SEED JOURNEYS BLOWS` */
const [seed = randomInt(2 ** 31), journeys = 2000, blows = 200] = process.argv.slice(2).map(Number);

const limits = await countLimits();
const { faults, ...figures } = await machineRounds({ seed, journeys, blows });
const all = { limits: limits.counts, ...figures, faults: [...limits.faults, ...faults] };
console.log(JSON.stringify(all, null, 2));
process.exit(all.faults.length > 0 ? 1 : 0);
