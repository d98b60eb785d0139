import { expect, it, onTestFinished, vi } from 'vitest';
import { engine, twoMachines } from './testing/index.ts';

it.runIf(engine === 'PostgreSQL')('announces texts to all machines that share the database', async () => {
  const [one, other] = await twoMachines();
  const received: string[] = [];
  const onListening = vi.fn();
  const stop = other.announcements.listen({ onText: (text) => void received.push(text), onListening });
  onTestFinished(stop);
  await vi.waitFor(() => expect(onListening).toHaveBeenCalledOnce(), { timeout: 5000 });
  await one.announcements.announce('something');
  await vi.waitFor(() => expect(received).toEqual(['something']), { timeout: 5000 });
});
