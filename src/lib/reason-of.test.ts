import { expect, it } from 'vitest';
import { reasonOf } from './reason-of.ts';

const because = (message: string) => ({ cause: new Error(message) });

it.each([
  [new Error('unreachable', because('ECONNREFUSED')), 'unreachable (ECONNREFUSED)'],
  [
    new Error('unreachable', { cause: new Error('fetch failed', because('ECONNREFUSED')) }),
    'unreachable (ECONNREFUSED)',
  ],
  [new Error('db: wrong password', because('wrong password')), 'db: wrong password'],
  [new Error('unreachable', because('')), 'unreachable'],
  ['text', 'text'],
])('names the cause of %s once', (thrown, reason) => {
  expect(reasonOf(thrown)).toBe(reason);
});
