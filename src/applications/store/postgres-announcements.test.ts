import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { DAY_MS } from '../../lib/days.ts';
import { engine, locationIn, storeAt, temporaryFolder, testDatabase, twoMachines } from './testing/index.ts';

describe.runIf(engine === 'PostgreSQL')('PostgreSQL', () => {
  it('announces texts to all machines that share the database', async () => {
    const [one, other] = await twoMachines();
    const received: string[] = [];
    const onListening = vi.fn();
    const stop = other.announcements.listen({ onText: (text) => void received.push(text), onListening });
    onTestFinished(stop);
    await vi.waitFor(() => expect(onListening).toHaveBeenCalledOnce(), { timeout: 5000 });
    await one.announcements.announce('something');
    await vi.waitFor(() => expect(received).toEqual(['something']), { timeout: 5000 });
    await one.announcements.announce('something');
    await vi.waitFor(() => expect(received).toEqual(['something', 'something']), { timeout: 5000 });
  });

  it('sweeps an announcement a day after it was last made', async () => {
    const location = await locationIn(await temporaryFolder());
    const [store, db] = [await storeAt(location), await testDatabase(location)];
    for (const _ of [1, 2]) await store.announcements.announce('something');
    const read = () => db.selectFrom('announcements').select('text').execute();
    await store.sweep(store.now() + DAY_MS / 2);
    expect(await read()).toEqual([{ text: 'something' }]);
    await store.sweep(store.now() + DAY_MS);
    expect(await read()).toEqual([]);
  });
});
