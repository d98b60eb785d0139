import { spawnSync } from 'node:child_process';

/** Arguments for Node. */
type Script = string[];

const FAILED = 1;
const WRONG_USAGE = 2;

/** Builds the site, then runs the script named by the first argument. Without arguments, lists the names. */
export function runScript(command: string, scripts: Record<string, Script>): number {
  const [name = '', ...args] = process.argv.slice(2);
  const script = Object.hasOwn(scripts, name) ? scripts[name] : undefined;
  if (!script) {
    console.log(`Usage: npm run ${command} -- NAME [ARGUMENTS]\nNames: ${Object.keys(scripts).join(', ')}`);
    return name === '' ? 0 : WRONG_USAGE;
  }
  // Uses tsx, because Node does not read the TSX of sections.
  for (const step of [['src/build/build.ts'], ['--import', 'tsx', ...script, ...args]]) {
    const { status } = spawnSync(process.execPath, step, { stdio: 'inherit' });
    if (status !== 0) return status ?? FAILED;
  }
  return 0;
}
