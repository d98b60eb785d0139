import { randomUUID } from 'node:crypto';
import { readArguments } from '../support/test-store.ts';
import { signalRounds } from './rounds.ts';

/** `npm run stress -- signals SEED SECONDS [--postgres-s3]` */
const { args, usesPostgresS3 } = readArguments(process.argv.slice(2));
const [seed = randomUUID(), seconds = '150'] = args;

const figures = await signalRounds(seed, Number(seconds), usesPostgresS3);
console.log(JSON.stringify(figures, null, 2));
process.exit(figures.faults.length > 0 ? 1 : 0);
