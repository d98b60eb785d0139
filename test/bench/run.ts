import { runScript } from '../support/run-script.ts';

const BENCHES = ['cached', 'memory', 'paint', 'start'];

process.exitCode = runScript(
  'bench',
  Object.fromEntries(BENCHES.map((name) => [name, [`test/bench/${name}.ts`]])),
);
