import { Agent, fetch } from 'undici';
import type { Reach } from './asset-hosts.ts';
import { publicLookup } from './public-address.ts';

/** How long a server may say nothing in the middle of a file, in milliseconds; a visitor who reads slowly is no silence. */
const MAX_SILENCE_MS = 30_000;

/**
 * What files are asked with: connections to hosts that may have any address and to those that must have a public one,
 * and the fetch that takes them. `onNotPublic` is told of a name that leads to no public address.
 */
export function createAgents(onNotPublic: (hostname: string) => void, maxSilenceMs = MAX_SILENCE_MS) {
  const options = { allowH2: false, bodyTimeout: maxSilenceMs };
  const connect = { lookup: publicLookup(onNotPublic) };
  const agents: Record<Reach, Agent> = {
    any: new Agent(options),
    public: new Agent({ ...options, connect }),
  };
  return { fetch, agents };
}

export type Agents = ReturnType<typeof createAgents>;
