/** @module-tag matrix */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultsOf } from './support/fair-answer.ts';
import { startUnderAttack } from './support/under-attack.ts';
import { wildRequests } from './wild-requests.ts';

const REQUESTS = 500;
const SEED = 20_261_121;

let attacked: Awaited<ReturnType<typeof startUnderAttack>>;
beforeAll(async () => {
  attacked = await startUnderAttack();
});
afterAll(() => attacked.close());

const GOOD_HEAD = [
  'HTTP/1.1 200 OK',
  "Content-Security-Policy: default-src 'none'",
  'X-Content-Type-Options: nosniff',
  'Referrer-Policy: no-referrer',
  'Permissions-Policy: camera=()',
  'X-Frame-Options: SAMEORIGIN',
].join('\r\n');

it.each([
  ['a header is missing', GOOD_HEAD.replace('X-Content-Type-Options', 'X-Other'), ''],
  ['it leads off the site', `${GOOD_HEAD}\r\nLocation: //evil.example/`, ''],
  ['it tells of the source', GOOD_HEAD, 'TypeError: x\n    at start (/srv/site/main.js:10:5)'],
])('an answer would be found unfair where %s', (_why, head, text) => {
  expect(faultsOf({ status: 200, head: GOOD_HEAD, text: '<p>Hello</p>' })).toEqual([]);
  expect(faultsOf({ status: 200, head, text })).not.toEqual([]);
});

it('strange requests of every kind get fair answers, and leave the site as it was', async () => {
  const { seen, unfair } = await wildRequests(attacked.port, REQUESTS, SEED);
  expect(unfair).toEqual([]);
  // Good answers and refusals of several kinds: every road was taken.
  expect(Object.keys(seen)).toEqual(expect.arrayContaining(['200', '400', '404', '405', '422']));
  expect(await attacked.changes()).toEqual([]);
});
