import { expect, it } from 'vitest';
import { passedSocket } from './systemd.ts';

const OWN = `${process.pid}`;

it.each([
  [{ LISTEN_PID: OWN, LISTEN_FDS: '1' }, 3],
  [{ LISTEN_PID: '1', LISTEN_FDS: '1' }, undefined],
  [{ LISTEN_PID: OWN, LISTEN_FDS: '0' }, undefined],
  [{ LISTEN_FDS: '1' }, undefined],
  [{}, undefined],
])('takes the socket of systemd only if it was passed to this process: %j', (environment, expected) =>
  expect(passedSocket(environment)).toBe(expected),
);
