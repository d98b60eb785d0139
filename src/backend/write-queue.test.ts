import { describe, expect, it } from 'vitest';
import { createWriteQueue, MAX_WAITING, MAX_WAITING_BYTES } from './write-queue.ts';

/** A queue whose first write is held until it is let go. */
function held() {
  const done: string[] = [];
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  const queue = createWriteQueue<string>(async (key, value) => {
    await promise;
    done.push(`${key} ${value}`);
  });
  return { queue, done, letGo };
}

describe('writes', () => {
  it('are done in turn, and of each key the last alone', async () => {
    const { queue, done, letGo } = held();
    queue.add('a', { value: '1', bytes: 1 });
    for (const value of ['1', '2', '3']) queue.add('b', { value, bytes: 1 });
    queue.add('a', { value: '2', bytes: 1 });
    expect([queue.waiting('a')?.value, queue.waiting('b')?.value]).toEqual(['2', '3']);
    letGo();
    await queue.close();
    expect(done).toEqual(['a 1', 'b 3', 'a 2']);
    expect(queue.waiting('a')).toBeUndefined();
  });

  it('are refused where too many wait, but for those that remove', async () => {
    const { queue, letGo } = held();
    for (let number = 0; number < MAX_WAITING; number += 1) queue.add(`k${number}`, { value: '', bytes: 1 });
    expect(queue.add('one more', { value: '', bytes: 1 })).toBe(false);
    expect(queue.add('remove', { value: '', bytes: 0 })).toBe(true);
    expect(queue.refused()).toBe(1);
    letGo();
    await queue.close();
  });

  it('are refused where they would take too many bytes, until there is room again', async () => {
    const { queue, done, letGo } = held();
    const half = MAX_WAITING_BYTES / 2;
    expect(queue.add('a', { value: '', bytes: half })).toBe(true);
    expect(queue.add('b', { value: '', bytes: half + 1 })).toBe(false);
    expect(queue.add('a', { value: '', bytes: half })).toBe(true);
    letGo();
    await expect.poll(() => done.length).toBe(2);
    expect(queue.add('b', { value: '', bytes: half + 1 })).toBe(true);
    await queue.close();
  });

  it('are refused once it is closed', async () => {
    const { queue, done, letGo } = held();
    letGo();
    await queue.close();
    expect(queue.add('a', { value: '1', bytes: 1 })).toBe(false);
    expect(done).toEqual([]);
  });
});
