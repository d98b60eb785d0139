import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

/** Fills a queue with tasks that run until the test ends them. */
function observed(options: Parameters<typeof createFairQueue>[0]) {
  const queue = createFairQueue(options);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (client: string, name: string, ...networks: string[]) =>
    queue.run([client, ...networks], async () => {
      started.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return name;
    });
  const end = (name: string) => {
    ends.get(name)?.();
    return wait(0);
  };
  return { queue, started, add, end };
}

it('starts the tasks of the client that has used the least time first', async () => {
  const { started, add, end } = observed({ limit: 1 });
  for (const name of ['a1', 'a2', 'a3']) void add('a', name);
  await wait(20);
  await end('a1');
  void add('b', 'b1');
  await end('a2');
  await end('b1');
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
});

it('runs only one task of each client at a time', async () => {
  const { queue, started, add } = observed({ limit: 2, limitPerClient: 1 });
  for (const name of ['a1', 'a2']) void add('a', name);
  void add('b', 'b1');
  await wait(0);
  expect(started).toEqual(['a1', 'b1']);
  expect(queue.counts()).toEqual({ waiting: 1, running: 2 });
});

it('runs only one task of each network at a time', async () => {
  const { started, add } = observed({ limit: 2, limitPerClient: 1 });
  for (const client of ['a', 'b']) void add(client, client, 'network');
  void add('c', 'c', 'other network');
  await wait(0);
  expect(started).toEqual(['a', 'c']);
});

it('starts the task of a new client before those of other clients in its network', async () => {
  const { started, add, end } = observed({ limit: 1 });
  for (const name of ['a1', 'a2']) void add('a', name, 'network');
  await wait(20);
  await end('a1');
  void add('a', 'a3', 'network');
  void add('b', 'b1', 'network');
  await end('a2');
  expect(started).toEqual(['a1', 'a2', 'b1']);
});

it('reserves one slot for clients that were not slow', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { started, add, end } = observed({ limit: 2 });
  for (const client of ['a', 'b']) void add(client, client);
  await wait(0);
  vi.advanceTimersByTime(4_000);
  for (const name of ['a', 'b']) await end(name);
  for (const client of ['a', 'b']) void add(client, `${client} again`);
  void add('c', 'c');
  await wait(0);
  expect(started).toEqual(['a', 'b', 'a again', 'c']);
});

it('rejects a task of the client with the most waiting tasks if the queue is full', async () => {
  const { add, end } = observed({ limit: 1, maxWaiting: 2 });
  const own = ['a1', 'a2', 'a3', 'a4'].map((name) => add('a', name));
  await expect(own[3]).rejects.toMatchObject({ kind: 'busy' });
  const other = add('b', 'b1');
  await expect(own[2]).rejects.toMatchObject({ kind: 'busy' });
  await end('a1');
  await end('b1');
  await expect(other).resolves.toBe('b1');
});

it('drops a waiting task, but not a running one, when its signal is aborted', async () => {
  const queue = createFairQueue({ limit: 1 });
  const client = new AbortController();
  const { promise, resolve } = Promise.withResolvers<string>();
  const running = queue.run(['a'], () => promise, client.signal);
  const waiting = queue.run(['a'], async () => 'late', client.signal);
  client.abort();
  await expect(waiting).rejects.toMatchObject({ kind: 'busy' });
  await expect(queue.run(['a'], async () => 'late', client.signal)).rejects.toMatchObject({ kind: 'busy' });
  resolve('done');
  expect([await running, queue.counts()]).toEqual(['done', { waiting: 0, running: 0 }]);
});
