import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const SUITES = ['attack', 'crash', 'deliveries', 'deploy', 'load', 'machines', 'neighbours'];
const WRONG_USAGE = 2;

/** `npm run stress -- NAME [--seed NUMBER] [--postgres-s3]` */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: '' }, 'postgres-s3': { type: 'boolean' } },
});
const [name = ''] = positionals;

if (SUITES.includes(name)) {
  const store = values['postgres-s3'] ? { STRESS_STORE: 'postgres-s3' } : {};
  const { status } = spawnSync(
    'npx',
    [
      'vitest',
      'run',
      '--project',
      'http',
      '--bail',
      '1',
      `test/${name === 'deploy' ? '' : 'stress/'}${name}`,
    ],
    { stdio: 'inherit', env: { ...process.env, ...store, STRESS: values.seed } },
  );
  process.exitCode = status ?? 1;
} else {
  console.log(`Usage: npm run stress -- NAME [--seed NUMBER] [--postgres-s3]\nNames: ${SUITES.join(', ')}`);
  process.exitCode = name === '' ? 0 : WRONG_USAGE;
}
