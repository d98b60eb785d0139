/** @module-tag matrix */
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { TEST_ANSWER } from '../support/form-client.ts';
import { type Random, seeded } from '../support/random.ts';
import type { Site } from '../support/site.ts';
import { type Answer, exchange } from './support/exchange.ts';
import { pick } from './support/good-post.ts';
import { type Hostile, hostile, hostileHead, type Sender } from './support/hostile.ts';
import { errorsIn, expectTidy, openDescriptors } from './support/traces.ts';
import { expectToTakeAnApplication, ownSite, visitorOf } from './support/visitors.ts';

const LINES = 8;
const SEED = 20_261_121;
/** How long a request that lacks something is left alone before its line is cut. */
const CUT_AFTER_MS = 30;
const SENDERS = 30;
/** One in so many knows the code: its first good POST is sent, and all that follow meet a sent draft. */
const ONE_KNOWS = 10;

/** So many faults are enough to look into. */
const ENOUGH = 5;

const SENSIBLE = [200, 303, 400, 403, 413, 415, 422, 429];

async function senders(site: Site): Promise<Sender[]> {
  const all: Sender[] = [];
  for (let index = 0; index < SENDERS; index += 1) {
    const { client, cookie } = await visitorOf(site);
    const { token = '', submitKey = '' } = client.inputs();
    const captcha = index % ONE_KNOWS === 0 ? TEST_ANSWER : '';
    all.push({ cookie, hidden: { token, submitKey, captcha } });
  }
  return all;
}

/** Runs work for every number below `count`, on a few lines at a time, while it is worth it. */
async function onSomeLines(
  count: number,
  work: (index: number) => Promise<void>,
  isWorthIt: () => boolean,
): Promise<void> {
  let next = 0;
  const line = async () => {
    while (next < count && isWorthIt()) await work(next++);
  };
  await Promise.all(Array.from({ length: LINES }, line));
}

type Make = (sender: Sender, random: Random) => Hostile;
type Status = number | 'cut by us' | 'cut by the site' | 'no answer';

async function statusOf(site: Site, { bytes, isWhole }: Hostile): Promise<Status> {
  const cutAfter = isWhole ? undefined : () => wait(CUT_AFTER_MS);
  const answer: Answer | undefined = await exchange(site.port, bytes, { cutAfter }).catch(() => undefined);
  if (!answer) return 'no answer';
  return answer.status ?? (answer.closedBy === 'us' ? 'cut by us' : 'cut by the site');
}

/** Sends so many requests, each from a seed of its own; gives how often which status came, and which was not fair. */
async function attack(
  site: Site,
  count: number,
  make: Make,
  isFair: (status: Status, sent: Hostile) => boolean,
) {
  const known = await senders(site);
  const unfair: string[] = [];
  const seen = new Map<Status, number>();
  const send = async (index: number) => {
    const random = seeded(SEED + index);
    const sent = make(pick(known, random), random);
    const status = await statusOf(site, sent);
    seen.set(status, (seen.get(status) ?? 0) + 1);
    if (!isFair(status, sent)) unfair.push(`${index} (${sent.said}): ${status}`);
  };
  await onSomeLines(count, send, () => unfair.length < ENOUGH);
  return { unfair, seen };
}

async function expectUnharmed(site: Site, descriptorsBefore: number): Promise<void> {
  expect(errorsIn(site)).toEqual([]);
  await expectToTakeAnApplication(site);
  await expectTidy(site, descriptorsBefore);
}

const isSensible = (status: Status, { isWhole }: Hostile): boolean =>
  typeof status === 'number' ? SENSIBLE.includes(status) : status === 'cut by us' && !isWhole;

const isNoFault = (status: Status): boolean =>
  typeof status === 'number' ? status < 500 : status !== 'no answer';

describe('mutated posts', () => {
  it('are all answered, and leave nothing behind', { timeout: 300_000 }, async () => {
    const site = await ownSite();
    const descriptors = await openDescriptors();
    const { unfair, seen } = await attack(site, 3000, hostile, isSensible);
    expect.soft(unfair).toEqual([]);
    // Every road was taken: fragments, kept, no form at all, refused, no type of a form, the form again.
    const roads = [200, 303, 400, 403, 415, 422].filter((status) => (seen.get(status) ?? 0) > 5);
    expect.soft(roads).toHaveLength(6);
    await expectUnharmed(site, descriptors);
  });

  it('do no harm where the head of the request is spoilt', { timeout: 120_000 }, async () => {
    const site = await ownSite();
    const descriptors = await openDescriptors();
    const { unfair } = await attack(site, 500, hostileHead, isNoFault);
    expect.soft(unfair).toEqual([]);
    await expectUnharmed(site, descriptors);
  });
});
