/** @module-tag matrix */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const SERVER = path.resolve(import.meta.dirname, '../../dist/server.js');

/** Makes Node report an older version. */
const OLDER = `data:text/javascript,${encodeURIComponent(
  "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.9.0' } });",
)}`;

it('dist/server.js prints one line and exits with 1 on an older Node', async () => {
  const ended = promisify(execFile)(process.execPath, ['--import', OLDER, SERVER]);
  const { code, stdout, stderr } = await ended.then(
    () => Promise.reject(new Error('it started')),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^Plinth needs Node 24 or newer, this is v[\d.]+\. [^\n]+\n$/u);
});
