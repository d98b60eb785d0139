import { slowUploads, TEN_MEGABYTES } from './slow-uploads.ts';

const MAX_MB_OVER_IDLE = 60;

const figures = await slowUploads({ uploads: 20, fileBytes: TEN_MEGABYTES, kbitPerSecond: 256 });
console.log(JSON.stringify(figures, null, 2));
process.exit(figures.whole === figures.uploads && figures.mbOverIdle <= MAX_MB_OVER_IDLE ? 0 : 1);
