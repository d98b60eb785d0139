import { readArguments } from '../../support/test-store.ts';
import { crashRounds } from './rounds.ts';

/** `npm run stress -- crash ROUNDS [--postgres-s3]` */
const { args, usesPostgresS3 } = readArguments(process.argv.slice(2));
const [rounds = 100] = args.map(Number);

const figures = await crashRounds(rounds, usesPostgresS3);
console.log(JSON.stringify(figures, null, 2));
process.exit(figures.faults.length > 0 ? 1 : 0);
