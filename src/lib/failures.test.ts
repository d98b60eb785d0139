import { describe, expect, it } from 'vitest';
import {
  asFailure,
  errorTextKey,
  Failure,
  type FailureKind,
  failures,
  httpStatus,
  isBackendsWord,
  isBadRange,
  isGone,
  isNotFound,
} from './failures.ts';

const kinds = Object.keys(failures) as FailureKind[];

describe('a failure', () => {
  it.each(kinds)('%s has the status of its row, an error one', (kind) => {
    const { status } = new Failure(kind);
    expect(status).toBe(failures[kind].status);
    expect(httpStatus(status)).toBe(status);
  });

  it.each<FailureKind>([
    'unreachable',
    'timeout',
    'badStatus',
    'tooLarge',
    'notJson',
    'notEnvelope',
    'noData',
  ])('%s of the backend is a 500 with the message of the design', (kind) => {
    expect(failures[kind]).toMatchObject({ status: 500, message: '500errorMsg' });
  });

  it('has the code of the backend as its status', () => {
    expect(new Failure('backendCode', { code: 1001 }).status).toBe(1001);
    expect(failures.backendCode.message).toBe('500errorMsg');
  });

  it('says its kind, detail and cause', () => {
    const cause = new Error('why');
    const failure = new Failure('notJson', { cause, detail: '/column/list' });
    expect(failure).toMatchObject({ name: 'Failure', message: 'notJson: /column/list', cause });
    expect(new Failure('notJson').message).toBe('notJson');
  });
});

describe('the HTTP status', () => {
  it.each([
    [400, 400],
    [404, 404],
    [418, 418],
    [499, 499],
    [500, 500],
    [503, 503],
    [599, 599],
    [399, 500],
    [600, 500],
    [200, 500],
    [302, 500],
    [0, 500],
    [-1, 500],
    [1001, 500],
    [404.5, 500],
    [Number.NaN, 500],
  ])('of status %d is %d', (status, expected) => {
    expect(httpStatus(status)).toBe(expected);
  });
});

describe('the text of an error page', () => {
  it.each([
    [404, '404errorDes'],
    [500, '500errorDes'],
    [503, '500errorDes'],
    [599, '500errorDes'],
    [400, 'errorDesc'],
    [403, 'errorDesc'],
    [410, 'errorDesc'],
    [499, 'errorDesc'],
    [600, 'errorDesc'],
    [1001, 'errorDesc'],
    [-1, 'errorDesc'],
  ] as const)('of status %d is %s', (status, key) => {
    expect(errorTextKey(status)).toBe(key);
  });
});

describe("the backend's word", () => {
  it.each([400, 401, 404, 410, 499])('is its code %d', (code) => {
    expect(isBackendsWord(new Failure('backendCode', { code }))).toBe(true);
  });

  it.each([399, 500, 503, 1001, 200, -1])('is not its code %d', (code) => {
    expect(isBackendsWord(new Failure('backendCode', { code }))).toBe(false);
  });

  it.each([
    new Failure('notFound'),
    new Failure('badStatus'),
    new Error('x'),
    { status: 404 },
    undefined,
    null,
  ])('is not %s', (error) => {
    expect(isBackendsWord(error)).toBe(false);
  });
});

describe('a thrown value', () => {
  it('that is a failure stays', () => {
    const failure = new Failure('timeout');
    expect(asFailure(failure)).toBe(failure);
  });

  it.each([
    [Object.assign(new Error('x'), { status: 400 }), 'badRequest'],
    [Object.assign(new Error('x'), { status: 499 }), 'badRequest'],
    [Object.assign(new Error('x'), { status: 500 }), 'internal'],
    [Object.assign(new Error('x'), { status: '400' }), 'internal'],
    [new TypeError('x'), 'internal'],
    ['text', 'internal'],
    [undefined, 'internal'],
    [null, 'internal'],
  ])('%s becomes one', (error, kind) => {
    expect(asFailure(error)).toMatchObject({ kind, cause: error });
  });
});

describe('the status of a file', () => {
  it.each([
    [404, { lost: true, gone: true, range: false }],
    [410, { lost: false, gone: true, range: false }],
    [416, { lost: false, gone: false, range: true }],
    [500, { lost: false, gone: false, range: false }],
    [200, { lost: false, gone: false, range: false }],
  ])('%d is known', (status, expected) => {
    expect({ lost: isNotFound(status), gone: isGone(status), range: isBadRange(status) }).toEqual(expected);
  });
});
