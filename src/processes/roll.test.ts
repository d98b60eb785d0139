import { describe, expect, it, vi } from 'vitest';
import { createRoll } from './roll.ts';
import { createSlot } from './slot.ts';
import { type FakeWorker, fakeWorker } from './testing/fake-worker.ts';

/** Two slots with workers 1 and 2; the roll's are 3 and up. */
function rolling() {
  const olds = [fakeWorker(1), fakeWorker(2)];
  const news: FakeWorker[] = [];
  const said: string[] = [];
  const say = (...line: unknown[]) => void said.push(String(line.at(-1)));
  const log = { info: say, warn: say, error: say };
  const fork = () => {
    const fake = fakeWorker(3 + news.length);
    news.push(fake);
    return fake.worker;
  };
  const slots = olds.map((old) => {
    const slot = createSlot({ fork, log });
    slot.put(old.worker);
    return slot;
  });
  const pids = () => slots.map((slot) => slot.current()?.pid);
  return { roll: createRoll({ slots, fork, log }), olds, news, said, pids };
}

/** The new worker of this number gets all it needs, and the old one it stands for ends. */
async function renew({ news, olds }: ReturnType<typeof rolling>, number: number): Promise<void> {
  await vi.waitFor(() => expect(news).toHaveLength(number + 1));
  news[number]?.listens();
  news[number]?.isReady();
  const old = olds[number];
  await vi.waitFor(() => expect(old?.worker.state.isLeaving).toBe(true));
  old?.ends();
}

describe('a rolling restart', () => {
  it('starts one worker at a time, and drains the old one when the new one has its content', async () => {
    const all = rolling();
    const done = all.roll.start();
    await vi.waitFor(() => expect(all.news).toHaveLength(1));
    all.news[0]?.listens();
    await Promise.resolve();
    expect([all.pids(), all.olds[0]?.worker.state.isLeaving]).toEqual([[1, 2], false]);
    await renew(all, 0);
    await renew(all, 1);
    await done;
    expect(all.pids()).toEqual([3, 4]);
    expect(all.said).toEqual(['rolling restart: begun', 'rolling restart: done']);
  });

  it('leaves the old ones where a new one does not start', async () => {
    const all = rolling();
    const done = all.roll.start();
    await vi.waitFor(() => expect(all.news).toHaveLength(1));
    all.news[0]?.dies(5);
    await done;
    expect([all.pids(), all.olds[0]?.worker.state.isLeaving]).toEqual([[1, 2], false]);
    expect(all.said.at(-1)).toContain('the old ones go on');
  });

  it('runs once more, and no oftener, when it is asked for meanwhile', async () => {
    const all = rolling();
    const done = all.roll.start();
    for (let time = 0; time < 3; time += 1) void all.roll.start();
    await renew(all, 0);
    await renew(all, 1);
    all.olds.push(...all.news);
    await renew(all, 2);
    await renew(all, 3);
    await done;
    expect(all.pids()).toEqual([5, 6]);
    expect(all.said.filter((line) => line.endsWith('begun'))).toHaveLength(2);
  });

  it('ends with the site', async () => {
    const all = rolling();
    const done = all.roll.start();
    await vi.waitFor(() => expect(all.news).toHaveLength(1));
    all.roll.stop();
    all.news[0]?.worker.kill();
    await done;
    expect([all.pids(), all.said]).toEqual([[1, 2], ['rolling restart: begun']]);
  });
});
