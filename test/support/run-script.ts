import { spawnSync } from 'node:child_process';

/** Arguments for Node. */
type Script = string[];

const FAILED = 1;
const WRONG_USAGE = 2;

/** Builds the site, then runs the script named by the first argument with the others. Lists the names if there is none. */
export function runScript(command: string, scripts: Record<string, Script>): number {
  const [name = '', ...args] = process.argv.slice(2);
  const script = Object.hasOwn(scripts, name) ? scripts[name] : undefined;
  if (!script) {
    console.log(`Usage: npm run ${command} -- NAME [ARGUMENTS]\nNames: ${Object.keys(scripts).join(', ')}`);
    return name === '' ? 0 : WRONG_USAGE;
  }
  // Sections are written in TSX, which Node does not read.
  for (const step of [['src/build/build.ts'], ['--import', 'tsx', ...script, ...args]]) {
    const { status } = spawnSync(process.execPath, step, { stdio: 'inherit' });
    if (status !== 0) return status ?? FAILED;
  }
  return 0;
}
