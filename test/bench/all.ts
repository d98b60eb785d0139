import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { readGoals, table } from './numbers.ts';

/** `npm run bench -- all`: all that has goals, one after another, and at the end a table of the goals. */
const BENCHES = ['bench', 'large', 'start', 'memory', 'first-paint'];

async function run(name: string): Promise<string> {
  const bench = spawn(process.execPath, [path.join(import.meta.dirname, `${name}.ts`)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(bench, 'exit');
  let said = '';
  for await (const piece of bench.stdout.setEncoding('utf8')) {
    process.stdout.write(piece);
    said += piece;
  }
  const [code] = await ended;
  if (code !== 0) throw new Error(`${name} ended with ${code}`);
  return said;
}

const rows: string[][] = [];
for (const name of BENCHES) {
  console.log(`\n# ${name}\n`);
  for (const goal of readGoals(await run(name))) rows.push([name, ...goal]);
}
console.log(`\n${table(['bench', 'figure', 'value', 'goal', 'reached'], rows)}`);
