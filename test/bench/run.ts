import { runScript } from '../support/run-script.ts';

/** React is several times as slow in development. */
const PRODUCTION = 'data:text/javascript,process.env.NODE_ENV="production"';

process.exitCode = runScript('bench', {
  all: ['test/bench/all.ts'],
  bytes: ['test/bench/bytes.ts'],
  cached: ['test/bench/bench.ts'],
  large: ['test/bench/large.ts'],
  lighthouse: ['test/bench/lighthouse.ts'],
  memory: ['test/bench/memory.ts'],
  mirror: ['test/bench/mirror.ts'],
  next: ['test/bench/next-page.ts'],
  paint: ['test/bench/first-paint.ts'],
  profile: ['test/bench/profile.ts'],
  questions: ['test/search/table.ts'],
  redirects: ['test/bench/redirects.ts'],
  render: ['--import', 'tsx', '--import', PRODUCTION, 'test/bench/render.ts'],
  search: ['test/bench/search.ts'],
  start: ['test/bench/start.ts'],
  stores: ['test/bench/stores.ts'],
});
