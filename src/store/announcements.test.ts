import { expect, it, onTestFinished, vi } from 'vitest';
import { engine, temporaryFolder, testStore } from './testing/index.ts';

it('announcements reach all machines that share the database', async () => {
  const folder = await temporaryFolder();
  const [one, other] = [await testStore(folder), await testStore(folder)];
  const heard: string[] = [];
  const onListening = vi.fn();
  const stop = other.announcements.listen({ onText: (text) => void heard.push(text), onListening });
  onTestFinished(stop);
  const isShared = engine === 'PostgreSQL';
  if (isShared) await vi.waitFor(() => expect(onListening).toHaveBeenCalledOnce(), { timeout: 5000 });
  await one.announcements.announce('something');
  if (isShared) await vi.waitFor(() => expect(heard).toEqual(['something']), { timeout: 5000 });
  await stop();
  await one.announcements.announce('after the end');
  expect(heard).toEqual(isShared ? ['something'] : []);
});
