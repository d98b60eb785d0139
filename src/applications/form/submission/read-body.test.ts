import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Request } from 'express';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MAX_BODY_MS } from '../../rules/limits.ts';
import type { FormRequest } from '../form-request.ts';
import { limitBody, readForm } from './read-body.ts';

const MAX_BYTES = 100;
const STEP_MS = MAX_BODY_MS - 1000;

/** Limits a body that the server reads without pauses. */
function limited(isFileArriving = false) {
  const state = { isFileArriving, isPaused: false };
  const onExceeded = vi.fn();
  const request = Object.assign(new PassThrough(), { socket: { isPaused: () => state.isPaused } });
  limitBody(request as unknown as Request, {
    maxBytes: MAX_BYTES,
    isFileArriving: () => state.isFileArriving,
    onExceeded,
  });
  return {
    state,
    onExceeded,
    emit: (bytes: number) => void request.emit('data', Buffer.alloc(bytes)),
    request,
  };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

it('ends a body whose fields take too long, however steadily they arrive', () => {
  const { onExceeded, emit } = limited();
  vi.advanceTimersByTime(STEP_MS);
  emit(1);
  vi.advanceTimersByTime(STEP_MS);
  expect(onExceeded.mock.calls).toEqual([['requestTimeout']]);
});

it('does not limit the time while a file arrives', () => {
  const { onExceeded, emit, state } = limited(true);
  for (let step = 0; step < 5; step += 1) {
    vi.advanceTimersByTime(STEP_MS);
    emit(1);
  }
  expect(onExceeded).not.toHaveBeenCalled();
  state.isFileArriving = false;
  vi.advanceTimersByTime(MAX_BODY_MS);
  expect(onExceeded).toHaveBeenCalledOnce();
});

it('does not count the time in which the server does not read the body', () => {
  const { onExceeded, state } = limited();
  state.isPaused = true;
  vi.advanceTimersByTime(3 * MAX_BODY_MS);
  expect(onExceeded).not.toHaveBeenCalled();
  state.isPaused = false;
  vi.advanceTimersByTime(MAX_BODY_MS);
  expect(onExceeded).toHaveBeenCalledOnce();
});

it('ends a body that is too long once', () => {
  const { onExceeded, emit } = limited();
  for (const bytes of [MAX_BYTES, 1, 1]) emit(bytes);
  expect(onExceeded.mock.calls).toEqual([['formTooLarge']]);
});

it('does not end a body that is complete', () => {
  const { onExceeded, request } = limited();
  request.emit('end');
  vi.advanceTimersByTime(2 * MAX_BODY_MS);
  expect(onExceeded).not.toHaveBeenCalled();
});

it('stops reading a file that is not stored after the time limit for fields', async () => {
  const request = Object.assign(new PassThrough(), {
    headers: { 'content-type': 'multipart/form-data; boundary=limit', 'transfer-encoding': 'chunked' },
    is: (type: string) => type === 'multipart/form-data' && type,
    socket: { isPaused: () => false },
  });
  const services = { metrics: { uploads: { inc: () => undefined } } };
  const form = { services, request, response: new EventEmitter() } as unknown as FormRequest;
  const onRead = vi.fn();
  void readForm(form, { isBounded: true }).then(onRead);
  request.write('--limit\r\nContent-Disposition: form-data; name="declareFile"; filename="slow.pdf"\r\n\r\n');
  for (let step = 0; step < 3; step += 1) {
    await nextTurn();
    vi.advanceTimersByTime(STEP_MS);
    request.write('x');
  }
  await nextTurn();
  const problem = { field: 'declareFile', code: 'fileNotUploaded', file: 'slow.pdf' };
  expect(onRead).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ problems: [problem] }));
});
