import { describe, expect, it, vi } from 'vitest';
import { type ContentChange, createContentHook } from './content-hook.ts';
import { paths } from './paths.ts';

/** Machines with several processes each, of which the first one listens. Announcements reach all machines. */
function machinesOf(...sizes: number[]) {
  const ears: { onText: (text: string) => void; onListening: () => void }[] = [];
  let areAway = false;
  const machines = {
    async announce(text: string): Promise<void> {
      if (areAway) throw new Error('away');
      for (const { onText } of ears) onText(text);
    },
    listen(hearing: (typeof ears)[number]) {
      ears.push(hearing);
      return async () => undefined;
    },
  };
  const all = sizes.map((size) => {
    const processes = Array.from({ length: size }, () => {
      const change = vi.fn();
      const broadcast = (told: ContentChange) => {
        for (const { hook } of processes) hook.receive(told);
        return true;
      };
      const parts = { isOpen: true, onChange: change, machines };
      return { hook: createContentHook({ ...parts, broadcast: size > 1 ? broadcast : undefined }), change };
    });
    return processes;
  });
  for (const [listener] of all) listener?.hook.listen();
  const goAway = () => {
    areAway = true;
  };
  return { all, ears, goAway };
}

const changesOf = (processes: { change: ReturnType<typeof vi.fn> }[]) =>
  processes.map(({ change }) => change.mock.calls.map(([changed]) => changed));

describe('announced changes', () => {
  it('passes a change once to every process of every machine, including its own', async () => {
    const { all } = machinesOf(3, 1, 2);
    await all[0]?.[1]?.hook.announce([paths.events]);
    expect(changesOf(all.flat())).toEqual(Array.from({ length: 6 }, () => [[paths.events]]));
  });

  it('passes a change to its own machine even if the others cannot be notified, and rejects', async () => {
    const { all, goAway } = machinesOf(2, 1);
    goAway();
    await expect(all[0]?.[0]?.hook.announce()).rejects.toThrow('away');
    expect(changesOf(all.flat())).toEqual([[undefined], [undefined], []]);
  });
});

it('rejects a change if its primary is gone, but notifies the machines', async () => {
  const announce = vi.fn(async () => undefined);
  const hook = createContentHook({
    isOpen: true,
    onChange: vi.fn(),
    machines: { announce, listen: vi.fn() },
    broadcast: () => false,
  });
  await expect(hook.announce()).rejects.toThrow('lost its primary');
  expect(announce).toHaveBeenCalledOnce();
});

describe('messages of other machines', () => {
  it.each(['', 'no JSON', '{"paths":["/event/list"]}', '{"id":"1","paths":["/no/path"]}'])(
    'treats the unreadable message %j as a change of all content',
    (text) => {
      const { all, ears } = machinesOf(1);
      ears[0]?.onText(text);
      expect(changesOf(all.flat())).toEqual([[undefined]]);
    },
  );

  it('treats all content as changed after each new connection', () => {
    const { all, ears } = machinesOf(2);
    ears[0]?.onListening();
    ears[0]?.onListening();
    expect(changesOf(all.flat())).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });

  it('listens only if the hook is configured', () => {
    const listen = vi.fn();
    createContentHook({ onChange: vi.fn(), isOpen: false, machines: { announce: vi.fn(), listen } }).listen();
    expect(listen).not.toHaveBeenCalled();
  });
});
