import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('any worker gets the figures of all workers as one from the primary', async () => {
  const program = path.join(import.meta.dirname, 'testing', 'asking.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [program]);
  expect(stdout).toContain('# HELP counted What was counted.');
  expect(stdout).toMatch(/^counted 2$/mu);
});
