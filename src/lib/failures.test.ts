import { describe, expect, it } from 'vitest';
import {
  asFailure,
  errorTextKey,
  Failure,
  type FailureKind,
  failures,
  httpStatus,
  isBadRange,
  isDefiniteAnswer,
  isGone,
  isNotFound,
} from './failures.ts';

const kinds = Object.keys(failures) as FailureKind[];

describe('Failure', () => {
  it.each(kinds)('gives %s the error status of its row', (kind) => {
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
  ])('responds to %s of the backend with 500 and its message', (kind) => {
    expect(failures[kind]).toMatchObject({ status: 500, message: '500errorMsg' });
  });

  it('uses the code of the backend as status', () => {
    expect(new Failure('backendCode', { code: 1001 }).status).toBe(1001);
    expect(failures.backendCode.message).toBe('500errorMsg');
  });

  it('contains kind, detail and cause', () => {
    const cause = new Error('why');
    const failure = new Failure('notJson', { cause, detail: '/column/list' });
    expect(failure).toMatchObject({ name: 'Failure', message: 'notJson: /column/list', cause });
    expect(new Failure('notJson').message).toBe('notJson');
  });
});

describe('HTTP status', () => {
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
  ])('maps status %d to HTTP status %d', (status, expected) => {
    expect(httpStatus(status)).toBe(expected);
  });
});

describe('text of an error page', () => {
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

describe('definite answer of the backend', () => {
  it.each([400, 401, 404, 410, 499])('treats code %d as definite', (code) => {
    expect(isDefiniteAnswer(new Failure('backendCode', { code }))).toBe(true);
  });

  it.each([399, 500, 503, 1001, 200, -1])('does not treat code %d as definite', (code) => {
    expect(isDefiniteAnswer(new Failure('backendCode', { code }))).toBe(false);
  });

  it.each([
    new Failure('notFound'),
    new Failure('badStatus'),
    new Error('x'),
    { status: 404 },
    undefined,
    null,
  ])('does not treat %s as definite', (error) => {
    expect(isDefiniteAnswer(error)).toBe(false);
  });
});

describe('thrown values', () => {
  it('returns a Failure unchanged', () => {
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
  ])('turns %s into a Failure', (error, kind) => {
    expect(asFailure(error)).toMatchObject({ kind, cause: error });
  });
});

describe('status of a file', () => {
  it.each([
    [404, { lost: true, gone: true, range: false }],
    [410, { lost: false, gone: true, range: false }],
    [416, { lost: false, gone: false, range: true }],
    [500, { lost: false, gone: false, range: false }],
    [200, { lost: false, gone: false, range: false }],
  ])('classifies status %d of a file', (status, expected) => {
    expect({ lost: isNotFound(status), gone: isGone(status), range: isBadRange(status) }).toEqual(expected);
  });
});
