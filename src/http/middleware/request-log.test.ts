import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import pino from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { type FailureKind, SiteError } from '../../lib/failures.ts';
import { createMetrics } from '../../metrics/site-metrics.ts';
import { type RequestKind, redactPath, requestLog, SLOW_RESPONSE_MS } from './request-log.ts';

afterEach(() => vi.restoreAllMocks());

type Asked = { kind?: RequestKind; ms?: number; failure?: SiteError };

/** Returns the log line of a request with this duration. */
function lineOf({ kind, ms = 1, failure }: Asked) {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ base: undefined }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const parsedUrl = { target: '/a?b' };
  const request = { id: 'A', method: 'GET', parsedUrl, headers: {}, kind, failure } as Request;
  const response = Object.assign(new EventEmitter(), { statusCode: 200, headersSent: true });
  requestLog({ log, metrics: createMetrics() })(request, response as unknown as Response, () => undefined);
  now.mockReturnValue(ms);
  response.emit('close');
  return lines[0];
}

const failed = (kind: FailureKind, cause?: unknown) => new SiteError(kind, { cause });
const [INFO, WARN, _ERROR] = [30, 40, 50];

it('logs one line per request with kind, path, status and duration', () => {
  const { time: _, ...line } = lineOf({ kind: 'page', ms: 12.34 }) ?? {};
  expect(line).toEqual({
    level: INFO,
    request: 'A',
    method: 'GET',
    path: '/a',
    kind: 'page',
    status: 200,
    ms: 12.3,
    msg: 'request',
  });
});

it.each<[RequestKind, number, boolean]>([
  ['page', SLOW_RESPONSE_MS, false],
  ['page', SLOW_RESPONSE_MS + 1, true],
  ['form', 60_000, false],
])('logs a %s request of %i ms as a warning: %s', (kind, ms, isSlow) => {
  expect(lineOf({ kind, ms })).toMatchObject({ level: isSlow ? WARN : INFO });
  expect(lineOf({ kind, ms })?.slow).toBe(isSlow || undefined);
});

it('logs only the name of an error that a client caused', () => {
  const error = Object.assign(new TypeError('what was sent'), { code: 'LIMIT_FILE_COUNT' });
  expect(lineOf({ failure: failed('storage', error) })).toMatchObject({
    err: { message: 'what was sent' },
  });
  expect(lineOf({ failure: failed('badRequest', error) })).not.toHaveProperty('message');
  expect(lineOf({ failure: failed('badRequest', error) })?.cause).toBe('LIMIT_FILE_COUNT');
  expect(lineOf({ failure: failed('badRequest', new TypeError('sent')) })?.cause).toBe('TypeError');
  expect(JSON.stringify(lineOf({ failure: failed('badRequest', error) }))).not.toContain('what was sent');
});

it.each([
  ['/search?keyword=secret', '/search'],
  ['/files/t0k-en_/report-2030.pdf', '/files/*/report-2030.pdf'],
  ['/unsubscribe/li@mail.example/now', '/unsubscribe/*/now'],
  [`/${'a'.repeat(400)}`, `/${'a'.repeat(299)}…`],
])('logs the path of %s as %s', (target, path) => {
  expect(redactPath(target)).toBe(path);
});
