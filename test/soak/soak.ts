import { MAX_MEDIA_BYTES } from '../../src/assets/pictures.ts';
import { MAX_CONTENT_BYTES } from '../../src/backend/content-copies.ts';
import { type Goal, isReached, median, printGoals } from '../support/report.ts';
import { soak } from './run.ts';
import { FILE_BYTES } from './visitors.ts';
import type { Sample } from './watch.ts';

const MINUTES = Number(process.argv[2] ?? 30);
/** The first part of a run fills what is bounded, and says nothing of growth; the last is held against what follows it. */
const WARM = 0.4;
const PART = 0.2;
const MEGABYTE = 1_000_000;

const row = ({ seconds, memoryMb, descriptors, disk }: Sample): string =>
  [seconds, memoryMb, descriptors, ...Object.values(disk).map((bytes) => (bytes / MEGABYTE).toFixed(1))].join(
    '\t',
  );

console.log('seconds\tMB\topen files\tMB on disk: content\tmedia\tuploads\tother');
const { samples, requests, applications, changes, faults, log } = await soak(
  { seconds: MINUTES * 60, visitors: 16, sampleSeconds: 10, changeSeconds: 3 },
  (sample) => console.log(row(sample)),
);

/** The median of a figure over a part of the run that begins here. */
const from = (start: number, figure: (sample: Sample) => number): number =>
  median(
    samples.slice(Math.floor(samples.length * start), Math.ceil(samples.length * (start + PART))).map(figure),
  );
const grown = (figure: (sample: Sample) => number): number => from(1 - PART, figure) / from(WARM, figure);
const most = (figure: (sample: Sample) => number): number => Math.max(...samples.map(figure));

const goals: Goal[] = [
  {
    name: 'memory at the end, of that after the warm-up',
    value: grown(({ memoryMb }) => memoryMb),
    limit: 1.1,
  },
  { name: 'open files, likewise', value: grown(({ descriptors }) => descriptors), limit: 1.1 },
  {
    name: 'content on disk, MB',
    value: most(({ disk }) => disk.content) / MEGABYTE,
    limit: MAX_CONTENT_BYTES / MEGABYTE,
  },
  {
    name: 'pictures on disk, MB',
    value: most(({ disk }) => disk.media) / MEGABYTE,
    limit: MAX_MEDIA_BYTES / MEGABYTE,
  },
  {
    name: 'files on disk, of those sent',
    value: most(({ disk }) => disk.uploads) / (applications * FILE_BYTES),
    limit: 1.1,
  },
];
console.log({ requests, applications, changes, faults: faults.length, warnings: log.length });
for (const line of [...new Set(faults)].slice(0, 20)) console.log(line);
printGoals(goals);
process.exit(faults.length === 0 && goals.every(isReached) ? 0 : 1);
