import { crashRounds } from './rounds.ts';

const ROUNDS = Number(process.argv[2] ?? 100);

const figures = await crashRounds(ROUNDS);
console.log(JSON.stringify(figures, null, 2));
process.exit(figures.faults.length > 0 ? 1 : 0);
