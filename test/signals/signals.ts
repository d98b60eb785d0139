import { randomUUID } from 'node:crypto';
import { readCommand } from '../support/test-store.ts';
import { signalRounds } from './rounds.ts';

/** `npm run stress -- signals SEED SECONDS [--postgres-s3]` */
const { words, overServers } = readCommand(process.argv.slice(2));
const [seed = randomUUID(), seconds = '150'] = words;

const figures = await signalRounds(seed, Number(seconds), overServers);
console.log(JSON.stringify(figures, null, 2));
process.exit(figures.faults.length > 0 ? 1 : 0);
