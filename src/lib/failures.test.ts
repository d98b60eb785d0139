import { expect, it } from 'vitest';
import {
  describeError,
  errorTextKey,
  httpStatus,
  isUnknownArticle,
  SiteError,
  toSiteError,
} from './failures.ts';

it.each([
  [400, 400, 'errorDesc'],
  [404, 404, '404errorDes'],
  [500, 500, '500errorDes'],
  [599, 599, '500errorDes'],
  [399, 500, 'errorDesc'],
  [404.5, 500, 'errorDesc'],
] as const)('maps status %d to HTTP status %d and the text %s', (status, http, key) => {
  expect(httpStatus(status)).toBe(http);
  expect(errorTextKey(status)).toBe(key);
});

it.each([
  [new SiteError('noArticle'), true],
  [new SiteError('backendCode', { code: 400 }), true],
  [new SiteError('backendCode', { code: 401 }), false],
  [new SiteError('badRequest'), false],
  [{ status: 404 }, false],
  [null, false],
])('decides if %s means that the backend has no such article: %s', (error, isUnknown) => {
  expect(isUnknownArticle(error)).toBe(isUnknown);
});

it('returns a SiteError unchanged', () => {
  const failure = new SiteError('timeout');
  expect(toSiteError(failure)).toBe(failure);
});

it.each([
  [Object.assign(new Error('x'), { status: 400 }), 'badRequest'],
  [Object.assign(new Error('x'), { status: 500 }), 'internal'],
  [Object.assign(new Error('x'), { code: 'ENOSPC' }), 'storage'],
  ['text', 'internal'],
  [null, 'internal'],
])('turns %s into a SiteError', (error, kind) => {
  expect(toSiteError(error)).toMatchObject({ kind, cause: error });
});

const because = (message: string) => ({ cause: new Error(message) });

it.each([
  [new Error('unreachable', because('ECONNREFUSED')), 'unreachable (ECONNREFUSED)'],
  [
    new Error('unreachable', { cause: new Error('fetch failed', because('ECONNREFUSED')) }),
    'unreachable (ECONNREFUSED)',
  ],
  [new Error('db: wrong password', because('wrong password')), 'db: wrong password'],
  ['text', 'text'],
])('describes the cause of %s once', (thrown, reason) => {
  expect(describeError(thrown)).toBe(reason);
});
