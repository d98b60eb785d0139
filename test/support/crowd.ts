import { Agent } from 'node:http';

/** A visitor by their number, with one kept connection. */
export type Comer = { number: number; agent: Agent };

/** So many visitors, each one visit after another, until they are told to go; each ends the visit that was begun. */
export function startCrowd(
  count: number,
  visit: (turn: number, comer: Comer) => Promise<unknown>,
): () => Promise<void> {
  let isOver = false;
  const all = Array.from({ length: count }, async (_, number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let turn = 0; !isOver; turn += 1) await visit(turn, { number, agent });
    agent.destroy();
  });
  return async () => {
    isOver = true;
    await Promise.all(all);
  };
}
