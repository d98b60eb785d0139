import cluster from 'node:cluster';
import * as z from 'zod';

/** zod would write and compile a parser for each schema: 8 ms of a start, for answers of the backend that come once a minute. */
z.config({ jitless: true });

/** What `dist/server.js` runs: a worker where a primary has started this process, else a site. */
const program = cluster.isWorker ? import('./worker.ts') : import('./main.ts');
void program.then(({ run }) => run());
