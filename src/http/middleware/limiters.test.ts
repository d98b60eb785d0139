import { EventEmitter } from 'node:events';
import type { Request, RequestHandler, Response } from 'express';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  MAX_OPEN_POSTS_PER_ADDRESS,
  SLOW_POST_BYTES_PER_S,
  SLOW_POST_MS,
} from '../../applications/rules/limits.ts';
import { addressKey, limitOpenPosts } from './limiters.ts';

it.each([
  ['192.0.2.1:443', '192.0.2.1'],
  ['[::ffff:192.0.2.1]:443', '192.0.2.1'],
  ['2001:DB8:0:0::1', '2001:db8::/56'],
  ['[2001:db8::2]:443', '2001:db8::/56'],
  ['192.0.2.1:x', ''],
  [undefined, ''],
])('counts requests from %s for the address %j', (sent, key) => {
  expect(addressKey(sent)).toBe(key);
});

describe('open POSTs of a client address', () => {
  /** Starts a POST. Returns its outcome and functions to send bytes and to end it. */
  function begin(limit: RequestHandler, ip = '192.0.2.1') {
    const socket = { bytesRead: 300, destroy: vi.fn(() => response.emit('close')) };
    const response = Object.assign(new EventEmitter(), { set: vi.fn() });
    const request = { ip, socket, complete: false };
    const next = vi.fn();
    const start = () => limit(request as unknown as Request, response as unknown as Response, next);
    return { socket, request, start };
  }
  const full = (limit: RequestHandler) =>
    Array.from({ length: MAX_OPEN_POSTS_PER_ADDRESS }, () => {
      const post = begin(limit);
      post.start();
      return post;
    });

  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('rejects a POST beyond the maximum if every open POST is fast, complete or new', () => {
    const limit = limitOpenPosts();
    const posts = full(limit);
    expect(begin(limit).start).toThrow('tooMany');
    begin(limit, '192.0.2.2').start();
    vi.advanceTimersByTime(SLOW_POST_MS);
    for (const [at, { request, socket }] of posts.entries()) {
      if (at % 2) request.complete = true;
      else socket.bytesRead += 10 * SLOW_POST_BYTES_PER_S;
    }
    expect(begin(limit).start).toThrow('tooMany');
  });

  it('closes the slowest POST for a new one', () => {
    const limit = limitOpenPosts();
    const posts = full(limit);
    vi.advanceTimersByTime(SLOW_POST_MS);
    for (const { socket } of posts) socket.bytesRead += 10;
    const slowest = posts[7];
    if (slowest) slowest.socket.bytesRead -= 5;
    expect(begin(limit).start).not.toThrow();
    expect(posts.filter(({ socket }) => socket.destroy.mock.calls.length > 0)).toEqual([slowest]);
  });
});
