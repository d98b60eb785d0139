import type { Request } from 'express';
import { expect, it } from 'vitest';
import { CLIENT_LIMITS } from '../rules/limits.ts';
import { createQuotas } from './quotas.ts';

const RATE = 60;
const quotasFor = (rateLimitPerMinute = RATE) =>
  createQuotas({ secret: 'secret', rateLimitPerMinute, sessionIdOf: ({ headers }) => headers.cookie });
const draft = { id: 'draft', session: 'session' };
const postFrom = (ip: string, cookie?: string) => ({ ip, headers: { cookie } }) as Request;

it('counts quotas by session, then by /56, then by /48', () => {
  const { of } = quotasFor();
  const { session, address, network } = CLIENT_LIMITS.applications;
  const own = of('applications', draft, '2001:db8:1:0::1');
  const neighbour = of('applications', { ...draft, session: 'other' }, '2001:db8:1:ff00::1');
  expect(own.map(({ max, isShared }) => [max, isShared])).toEqual([
    [session, false],
    [address, true],
    [network, true],
  ]);
  const isSame = own.map(({ key }, at) => key === neighbour[at]?.key);
  expect(isSame).toEqual([false, false, true]);
  expect(own[2]?.key).not.toBe(of('applications', draft, '2001:db8:2::1')[2]?.key);
  expect(of('applications', draft, '192.0.2.1')).toHaveLength(2);
});

it('counts a POST with a session for its session only', () => {
  const { ofPost } = quotasFor();
  const { session, address, network } = CLIENT_LIMITS.posts;
  const maxOf = (ip: string, cookie?: string) => ofPost('posts', postFrom(ip, cookie)).map(({ max }) => max);
  expect(maxOf('2001:db8::1', 'session')).toEqual([session * RATE]);
  expect(maxOf('2001:db8::1')).toEqual([address * RATE, network * RATE]);
  expect(maxOf('192.0.2.1')).toEqual([address * RATE]);
});

it('has no quotas if the rate limit is 0', () => {
  const { of, ofPost } = quotasFor(0);
  expect([of('kilobytes', draft, '192.0.2.1'), ofPost('posts', postFrom('192.0.2.1'))]).toEqual([[], []]);
});

it('refuses a newcomer only after hundreds of POSTs of neighbours a second', () => {
  for (const kind of ['posts', 'uploads', 'checks'] as const)
    expect((CLIENT_LIMITS[kind].address * RATE) / 60).toBeGreaterThanOrEqual(200);
});
