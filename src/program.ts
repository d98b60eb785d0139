import cluster from 'node:cluster';

/** What `dist/server.js` runs: a worker where a primary has started this process, else a site. */
const program = cluster.isWorker ? import('./worker.ts') : import('./main.ts');
void program.then(({ run }) => run());
