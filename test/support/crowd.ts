import { Agent } from 'node:http';

/** `agent`: the visitor's only connection. */
type Visitor = { number: number; agent: Agent };

/** Starts visitors that repeat `visit`. Returns a stop function, which waits for running visits. */
export function startCrowd(
  count: number,
  visit: (turn: number, visitor: Visitor) => Promise<unknown>,
): () => Promise<void> {
  let isStopped = false;
  const all = Array.from({ length: count }, async (_, number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let turn = 0; !isStopped; turn += 1) await visit(turn, { number, agent });
    agent.destroy();
  });
  return async () => {
    isStopped = true;
    await Promise.all(all);
  };
}
