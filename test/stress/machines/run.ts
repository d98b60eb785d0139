import { randomInt } from 'node:crypto';
import { machineRounds } from './rounds.ts';

/** `npm run stress -- machines SEED JOURNEYS BLOWS` */
const [seed = randomInt(2 ** 31), journeys = 2000, blows = 200] = process.argv.slice(2).map(Number);

const figures = await machineRounds({ seed, journeys, blows });
console.log(JSON.stringify(figures, null, 2));
process.exit(figures.faults.length > 0 ? 1 : 0);
