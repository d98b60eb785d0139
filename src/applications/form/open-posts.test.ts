import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  ANSWERED_REFUSALS,
  createOpenPosts,
  MAX_OPEN_POSTS,
  type OpenPosts,
  SLOW_POST_BYTES_PER_S,
  SLOW_POST_MS,
} from './open-posts.ts';

const { perSession, perAddress, perNetwork, perProcess } = MAX_OPEN_POSTS;
const IP = '192.0.2.1';

const create = (rateLimitPerMinute = 60) =>
  createOpenPosts({
    sessionIdOf: ({ headers }: Request) => headers.cookie,
    rateLimitPerMinute,
  });

/** Returns a POST and a function that counts it. `end` ends its body and its response. */
function postOf(openPosts: OpenPosts, ip = IP, cookie?: string) {
  const socket = Object.assign(new EventEmitter(), {
    bytesRead: 300,
    isPaused: vi.fn(() => false),
    destroy: vi.fn(() => socket.emit('close')),
  });
  const request = Object.assign(new EventEmitter(), { ip, socket, headers: { cookie }, complete: false });
  const response = Object.assign(new EventEmitter(), { set: vi.fn(), writableEnded: false });
  const end = () => void [response, request].map((stream) => stream.emit('close'));
  const next = vi.fn();
  const start = () => openPosts.limit(request as unknown as Request, response as unknown as Response, next);
  const mayReadRefused = () => openPosts.mayReadRefused(request as unknown as Request);
  return { socket, request, response, start, end, mayReadRefused };
}

/** Starts POSTs. `ipOf` and `cookieOf` return the client of each. */
const startMany = (
  openPosts: OpenPosts,
  count: number,
  ipOf: (at: number) => string = () => IP,
  cookieOf: (at: number) => string | undefined = () => undefined,
) =>
  Array.from({ length: count }, (_, at) => {
    const post = postOf(openPosts, ipOf(at), cookieOf(at));
    post.start();
    return post;
  });

const closed = (posts: ReturnType<typeof startMany>) =>
  posts.filter(({ socket }) => socket.destroy.mock.calls.length > 0);

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

it('refuses only the session that has the maximum number of open POSTs', () => {
  const openPosts = create();
  startMany(openPosts, perSession, undefined, () => 'one');
  expect(postOf(openPosts, IP, 'one').start).toThrow('tooMany');
  expect(postOf(openPosts, IP, 'other').start).not.toThrow();
  expect(postOf(openPosts, IP).start).not.toThrow();
});

it('refuses only visitors without a session at an address that has the maximum number of open POSTs', () => {
  const openPosts = create();
  startMany(openPosts, perAddress);
  expect(postOf(openPosts).start).toThrow('tooMany');
  expect(postOf(openPosts, IP, 'session').start).not.toThrow();
  expect(postOf(openPosts, '192.0.2.2').start).not.toThrow();
});

it('limits the open POSTs of an IPv6 network', () => {
  const openPosts = create();
  const ipOf = (at: number) => `2001:db8:1:${(at % 8) + 1}00::1`;
  startMany(openPosts, perNetwork, ipOf);
  expect(postOf(openPosts, '2001:db8:1:ff00::1').start).toThrow('tooMany');
  expect(postOf(openPosts, '2001:db8:2::1').start).not.toThrow();
});

it('limits the open POSTs of the process, also without limits by address', () => {
  const openPosts = create(0);
  startMany(openPosts, perProcess);
  expect(postOf(openPosts).start).toThrow('tooMany');
});

it('counts a POST until its body and its response have ended', () => {
  const openPosts = create();
  const [first] = startMany(openPosts, perAddress);
  first?.response.emit('close');
  expect(postOf(openPosts).start).toThrow('tooMany');
  first?.request.emit('close');
  expect(postOf(openPosts).start).not.toThrow();
});

it('stops counting a POST whose connection closes after its response and before the end of its body', () => {
  const openPosts = create();
  const [first] = startMany(openPosts, perAddress);
  first?.response.emit('close');
  first?.socket.emit('close');
  expect(postOf(openPosts).start).not.toThrow();
});

it('leaves no listener on a connection after a POST has ended', () => {
  const { start, end, socket } = postOf(create());
  start();
  end();
  expect(socket.listenerCount('close')).toBe(0);
});

it('keeps POSTs that are fast, complete, new or paused by the server', () => {
  const openPosts = create();
  const posts = startMany(openPosts, perAddress);
  expect(postOf(openPosts).start).toThrow('tooMany');
  vi.advanceTimersByTime(SLOW_POST_MS);
  for (const [at, { request, socket }] of posts.entries()) {
    if (at % 3 === 1) request.complete = true;
    else if (at % 3) socket.isPaused.mockReturnValue(true);
    else socket.bytesRead += 10 * SLOW_POST_BYTES_PER_S;
  }
  expect(postOf(openPosts).start).toThrow('tooMany');
});

it('closes the slowest POST of a full address for a new one', () => {
  const openPosts = create();
  const others = startMany(openPosts, 2, () => '192.0.2.2');
  const posts = startMany(openPosts, perAddress);
  vi.advanceTimersByTime(SLOW_POST_MS);
  for (const { socket } of posts) socket.bytesRead += 10;
  const slowest = posts[7];
  if (slowest) slowest.socket.bytesRead -= 5;
  expect(postOf(openPosts).start).not.toThrow();
  expect(closed([...others, ...posts])).toEqual([slowest]);
});

it('closes a POST whose response is not read before one that makes slow progress', () => {
  const openPosts = create();
  const posts = startMany(openPosts, perAddress);
  vi.advanceTimersByTime(SLOW_POST_MS);
  const unread = posts[7];
  Object.assign(unread?.request ?? {}, { complete: true });
  Object.assign(unread?.response ?? {}, { writableEnded: true });
  expect(postOf(openPosts).start).not.toThrow();
  expect(closed(posts)).toEqual([unread]);
});

it('closes a refused POST of a full address for a new one', async () => {
  const openPosts = create();
  const posts = startMany(openPosts, perAddress);
  const refused = posts[7];
  await refused?.mayReadRefused();
  expect(postOf(openPosts).start).not.toThrow();
  expect(closed(posts)).toEqual([refused]);
});

it('closes a POST of the busiest address if the process has the maximum number', () => {
  const openPosts = create();
  const neighbours = startMany(openPosts, 30, (at) => `192.0.2.${at + 100}`);
  const session = (at: number) => `session ${Math.floor(at / perSession)}`;
  const busiest = startMany(openPosts, perProcess - neighbours.length, () => IP, session);
  vi.advanceTimersByTime(SLOW_POST_MS);
  for (const { socket } of busiest) socket.bytesRead += 1000;
  expect(postOf(openPosts, '192.0.2.99').start).not.toThrow();
  expect(closed(neighbours)).toEqual([]);
  expect(closed(busiest)).toHaveLength(1);
});

it('reads a limited number of refused POSTs of a client', async () => {
  const openPosts = create();
  const refuse = (cookie?: string) => {
    const post = postOf(openPosts, IP, cookie);
    post.start();
    post.end();
    return post.mayReadRefused();
  };
  for (let at = 0; at < ANSWERED_REFUSALS.perClient; at += 1) expect(await refuse()).toBe(true);
  expect([await refuse(), await refuse('session')]).toEqual([false, true]);
});

it('does not read a refused POST that is not counted as open', async () => {
  const openPosts = create();
  startMany(openPosts, perAddress);
  const post = postOf(openPosts);
  expect(post.start).toThrow('tooMany');
  expect(await post.mayReadRefused()).toBe(false);
});
