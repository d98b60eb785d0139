import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);

const program = (thrown: string) => `
  import pino from 'pino';
  import { endOnFailure } from ${JSON.stringify(new URL('./fatal.ts', import.meta.url).href)};
  endOnFailure(pino({ base: undefined }));
  setTimeout(() => console.log('went on'), 1000);
  ${thrown}
`;

describe('an unexpected failure', () => {
  it.each([
    ['uncaughtException', "setImmediate(() => { throw new Error('broken'); });"],
    ['unhandledRejection', "Promise.reject(new Error('broken'));"],
  ])('%s ends the process with one fatal line', async (origin, thrown) => {
    const cwd = new URL('.', import.meta.url).pathname;
    const ended = run(process.execPath, ['--input-type=module', '--eval', program(thrown)], { cwd });
    const { code, stdout } = await ended.then(
      () => Promise.reject(new Error('it went on')),
      (error: { code: number; stdout: string }) => error,
    );
    const lines = stdout.trim().split('\n');
    expect([code, lines.length]).toEqual([1, 1]);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 60, origin, err: { message: 'broken' } });
  });
});
