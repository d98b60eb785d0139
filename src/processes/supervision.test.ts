import { execFile } from 'node:child_process';
import { chmod, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../applications/store/testing/index.ts';
import { findInheritedSocketFd, lockDataDir, restrictToOwner } from './supervision.ts';

const run = promisify(execFile);

const createProgram = (failure: string) => `
  import pino from 'pino';
  import { exitOnUnexpectedError } from ${JSON.stringify(new URL('./supervision.ts', import.meta.url).href)};
  exitOnUnexpectedError(pino({ base: undefined }));
  setTimeout(() => console.log('continued'), 1000);
  ${failure}
`;

it.each([
  ['uncaughtException', "setImmediate(() => { throw new Error('broken'); });"],
  ['unhandledRejection', "Promise.reject(new Error('broken'));"],
])('exits with 1 and one fatal log line on %s', async (origin, failure) => {
  const cwd = new URL('.', import.meta.url).pathname;
  const ended = run(process.execPath, ['--input-type=module', '--eval', createProgram(failure)], { cwd });
  const { code, stdout } = await ended.then(
    () => Promise.reject(new Error('exited with 0')),
    (error: { code: number; stdout: string }) => error,
  );
  const lines = stdout.trim().split('\n');
  expect([code, lines.length]).toEqual([1, 1]);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 60, origin, err: { message: 'broken' } });
});

const OWN = `${process.pid}`;

it.each([
  [{ LISTEN_PID: OWN, LISTEN_FDS: '1' }, 3],
  [{ LISTEN_PID: '1', LISTEN_FDS: '1' }, undefined],
  [{ LISTEN_PID: OWN, LISTEN_FDS: '0' }, undefined],
])('uses the systemd socket only if it was passed to this process: %j', (environment, expected) =>
  expect(findInheritedSocketFd(environment)).toBe(expected),
);

it('rejects a data folder that another site uses', async () => {
  const dataDir = await temporaryFolder();
  lockDataDir(dataDir);
  expect(() => lockDataDir(dataDir, 0)).toThrow(`DATA_DIR: another site uses ${dataDir}: `);
});

const readMode = async (place: string) => ((await stat(place)).mode & 0o7777).toString(8);

it.each([
  [0o755, true, '700'],
  [0o1777, false, '1777'],
])('restricts a data folder of mode %o to its owner unless it is shared', async (mode, isClosed, after) => {
  const dataDir = await temporaryFolder();
  await chmod(dataDir, mode);
  expect(restrictToOwner(dataDir)).toBe(isClosed);
  expect(await readMode(dataDir)).toBe(after);
});
