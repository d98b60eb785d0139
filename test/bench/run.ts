import { spawnSync } from 'node:child_process';

const BENCHES = ['bytes', 'cached', 'paint', 'resources'];

/** Builds the site, then runs the named benchmark. Without a name, lists them. */
const [name = '', ...args] = process.argv.slice(2);
if (BENCHES.includes(name))
  for (const step of ['src/build/build.ts', `test/bench/${name}.ts`])
    process.exitCode ||= spawnSync(process.execPath, [step, ...args], { stdio: 'inherit' }).status ?? 1;
else console.log(`Usage: npm run bench -- NAME [ARGUMENTS]\nNames: ${BENCHES.join(', ')}`);
