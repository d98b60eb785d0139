import { replyToParent } from '../support/child-process.ts';
import { type BackendRequest, PATHS, startFakeBackend } from '../support/fake-backend.ts';
import { type Fault, misbehaviour } from './misbehaviours.ts';

/** Behaviour of the backend until the next order. */
export type Order = { fault: Fault; seed: number };
/** Content requests since the previous order, and the number of different ones. */
export type Asked = { calls: number; questions: number };

// Runs in its own process, so that its work does not delay the visitors' clocks.
const fake = await startFakeBackend();
const contentPaths = new Set<string>(Object.values(PATHS));
const nameOf = ({ path, language, query }: BackendRequest): string => `${language} ${path}?${query}`;

function behave({ fault, seed }: Order): Asked {
  const asked = fake.clearRequests().filter(({ path }) => contentPaths.has(path));
  fake.misbehave(misbehaviour(fault, seed));
  return { calls: asked.length, questions: new Set(asked.map(nameOf)).size };
}

replyToParent(behave);
process.send?.(fake.url);
