import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const SUITES = ['attack', 'crash', 'deliveries', 'deploy', 'load', 'machines', 'neighbours'];
/** Has arguments of its own. */
const EDITORS = 'editors';
const WRONG_USAGE = 2;

const [name = '', ...others] = process.argv.slice(2);

if (name === EDITORS) {
  const { status } = spawnSync('npx', ['tsx', 'test/stress/editors/run.ts', ...others], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} else if (SUITES.includes(name)) {
  /** `npm run stress -- NAME [--seed NUMBER] [--postgres-s3]` */
  const { values } = parseArgs({
    args: others,
    options: { seed: { type: 'string', default: '' }, 'postgres-s3': { type: 'boolean' } },
  });
  const store = values['postgres-s3'] ? { STRESS_STORE: 'postgres-s3' } : {};
  const { status } = spawnSync(
    'npx',
    ['vitest', 'run', '--bail', '1', `test/${name === 'deploy' ? '' : 'stress/'}${name}`],
    { stdio: 'inherit', env: { ...process.env, ...store, STRESS: values.seed } },
  );
  process.exitCode = status ?? 1;
} else {
  console.log(`Usage: npm run stress -- NAME [--seed NUMBER] [--postgres-s3]\nNames: ${SUITES.join(', ')}
       npm run stress -- ${EDITORS} [DIR] [--only NAME] [--html DIR] [--write]`);
  process.exitCode = name === '' ? 0 : WRONG_USAGE;
}
