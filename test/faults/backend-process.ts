import { type BackendRequest, PATHS, startFakeBackend } from '../support/fake-backend.ts';
import { type Fault, misbehaviour } from './misbehaviours.ts';

/** What the backend is to do from now on. */
export type Order = { fault: Fault; seed: number };
/** What it was asked for content since the order before, and how many different questions that were. */
export type Asked = { calls: number; questions: number };

// In a process of its own: what it has to do must not make the visitors' clocks late.
const fake = await startFakeBackend();
const contentPaths = new Set<string>(Object.values(PATHS));
const nameOf = ({ path, language, query }: BackendRequest): string => `${language} ${path}?${query}`;

function behave({ fault, seed }: Order): Asked {
  const asked = fake.clearRequests().filter(({ path }) => contentPaths.has(path));
  fake.misbehave(misbehaviour(fault, seed));
  return { calls: asked.length, questions: new Set(asked.map(nameOf)).size };
}

process.on('message', (order: Order) => process.send?.(behave(order)));
process.on('disconnect', () => process.exit());
process.send?.(fake.url);
