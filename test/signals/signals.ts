import { randomUUID } from 'node:crypto';
import { signalRounds } from './rounds.ts';

/** `npm run test:signals -- SEED SECONDS` */
const [seed = randomUUID(), seconds = '150'] = process.argv.slice(2);

const figures = await signalRounds(seed, Number(seconds));
console.log(JSON.stringify(figures, null, 2));
process.exit(figures.faults.length > 0 ? 1 : 0);
