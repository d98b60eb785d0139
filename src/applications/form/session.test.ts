import { createHmac } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { Store } from '../store/index.ts';
import { createFormSessions } from './session.ts';

const store = { sessions: new EventEmitter(), readOnlySessions: new EventEmitter() } as unknown as Store;
const secret = 'a secret of the site';
const cookieFor = (id: string, signedWith = secret): string => {
  const signature = createHmac('sha256', signedWith).update(id).digest('base64').replaceAll('=', '');
  return encodeURIComponent(`s:${id}.${signature}`);
};

const sessionIdOf = (cookie: string | undefined, siteUrl: string) =>
  createFormSessions(store, secret, siteUrl).sessionIdOf({ headers: { cookie } });

test.each([
  ['https://example.com', '__Host-application'],
  ['http://localhost', 'plinth-application'],
  ['http://localhost', 'application'],
])('returns the session id of a signed cookie (%s, %s)', (siteUrl, name) => {
  expect(sessionIdOf(`lang=en; ${name}=${cookieFor('one')}`, siteUrl)).toBe('one');
});

test('ignores cookies that the site has not signed', () => {
  const cookies = `__Host-application=${cookieFor('one', 'another secret')}; __Host-application=s%3Atwo.x`;
  expect(sessionIdOf(cookies, 'https://example.com')).toBeUndefined();
  expect(sessionIdOf(undefined, 'https://example.com')).toBeUndefined();
});

test('ignores the name of plain HTTP on a site with TLS', () => {
  expect(sessionIdOf(`application=${cookieFor('one')}`, 'https://example.com')).toBeUndefined();
});
