import { describe, expect, it, vi } from 'vitest';
import { type ContentChange, createContentHook } from './content-hook.ts';
import { paths } from './paths.ts';

/** Machines that receive all that one of them announces, each with some processes of which the first one listens. */
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

describe('a change told to one process', () => {
  it('is heard once by every process of every machine, the teller included', async () => {
    const { all } = machinesOf(3, 1, 2);
    await all[0]?.[1]?.hook.announce([paths.events]);
    expect(changesOf(all.flat())).toEqual(Array.from({ length: 6 }, () => [[paths.events]]));
  });

  it('is heard by its own machine also where the others cannot be told, which is said', async () => {
    const { all, goAway } = machinesOf(2, 1);
    goAway();
    await expect(all[0]?.[0]?.hook.announce()).rejects.toThrow('away');
    expect(changesOf(all.flat())).toEqual([[undefined], [undefined], []]);
  });
});

it('a process whose primary is gone says that not all could be told, and tells the machines', async () => {
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

describe('a machine that hears others', () => {
  it.each(['', 'no JSON', '{"paths":["/event/list"]}', '{"id":"1","paths":["/no/path"]}'])(
    'takes %j, which it does not understand, for a change of all',
    (text) => {
      const { all, ears } = machinesOf(1);
      ears[0]?.onText(text);
      expect(changesOf(all.flat())).toEqual([[undefined]]);
    },
  );

  it('takes all for changed with each new connection', () => {
    const { all, ears } = machinesOf(2);
    ears[0]?.onListening();
    ears[0]?.onListening();
    expect(changesOf(all.flat())).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });

  it('listens only where the backend may tell at all', () => {
    const listen = vi.fn();
    createContentHook({ onChange: vi.fn(), isOpen: false, machines: { announce: vi.fn(), listen } }).listen();
    expect(listen).not.toHaveBeenCalled();
  });
});
