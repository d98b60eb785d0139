import { runScript } from '../support/run-script.ts';

const BENCHES = ['cached', 'large', 'memory', 'mirror', 'paint', 'search', 'start'];

process.exitCode = runScript(
  'bench',
  Object.fromEntries(BENCHES.map((name) => [name, [`test/bench/${name}.ts`]])),
);
