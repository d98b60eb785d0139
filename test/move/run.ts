import { move } from './move.ts';

/** `npm run stress -- move APPLICATIONS MEGABYTES` */
const [applications = 1000, megabytes = 3072] = process.argv.slice(2).map(Number);

const figures = await move({ applications, megabytes });
console.log(JSON.stringify(figures, null, 2));
process.exit(figures.faults.length > 0 ? 1 : 0);
