import { expect, it, vi } from 'vitest';
import { paths } from '../content/backend/client.ts';
import { createContentHook } from './content-hook.ts';

/** Creates instances that all receive each announcement. */
function instances(count: number) {
  const listeners: { onText: (text: string) => void; onListening: () => void }[] = [];
  let areAway = false;
  const machines = {
    async announce(text: string): Promise<void> {
      if (areAway) throw new Error('away');
      for (const { onText } of listeners) onText(text);
    },
    listen(handlers: (typeof listeners)[number]) {
      listeners.push(handlers);
      return async () => undefined;
    },
  };
  const all = Array.from({ length: count }, () => {
    const change = vi.fn();
    const hook = createContentHook({ isOpen: true, onChange: change, machines });
    hook.listen();
    return { hook, change };
  });
  const goAway = () => {
    areAway = true;
  };
  return { all, listeners, goAway };
}

const changesOf = (all: { change: ReturnType<typeof vi.fn> }[]) =>
  all.map(({ change }) => change.mock.calls.map(([changed]) => changed));

it('passes a content change to every instance', async () => {
  const { all } = instances(3);
  await all[1]?.hook.announce([paths.articles]);
  for (const changes of changesOf(all)) expect(changes[0]).toEqual([paths.articles]);
});

it('marks the content of its own instance as stale even if the broadcast fails', async () => {
  const { all, goAway } = instances(2);
  goAway();
  await expect(all[0]?.hook.announce()).rejects.toThrow('away');
  expect(changesOf(all)).toEqual([[undefined], []]);
});

it.each(['', 'no JSON', '{"paths":["/no/path"]}'])(
  'treats the unreadable message %j as a change of all content',
  (text) => {
    const { all, listeners } = instances(1);
    listeners[0]?.onText(text);
    expect(changesOf(all)).toEqual([[undefined]]);
  },
);

it('treats all content as changed after each reconnection', () => {
  const { all, listeners } = instances(1);
  listeners[0]?.onListening();
  listeners[0]?.onListening();
  expect(changesOf(all)).toEqual([[undefined, undefined]]);
});
