import { MAX_MB_OVER_IDLE } from '../support/report.ts';
import { slowUploads, TEN_MEGABYTES } from './slow-uploads.ts';

const figures = await slowUploads({ uploads: 20, fileBytes: TEN_MEGABYTES, kbitPerSecond: 256 });
console.log(JSON.stringify(figures, null, 2));
const isWell = figures.mbOverIdle <= MAX_MB_OVER_IDLE && figures.whole === figures.uploads;
process.exit(isWell ? 0 : 1);
