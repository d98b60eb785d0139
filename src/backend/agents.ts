import type { Agent, fetch as Fetch } from 'undici';
import type { Reach } from './asset-hosts.ts';
import { publicLookup } from './public-address.ts';

/** How long a server may say nothing in the middle of a file, in milliseconds; a visitor who reads slowly is no silence. */
const MAX_SILENCE_MS = 30_000;

export type Agents = { fetch: typeof Fetch; agents: Record<Reach, Agent> };

/**
 * What files are asked with: connections to hosts that may have any address and to those that must have a public one,
 * and the fetch that takes them. `onNotPublic` is told of a name that leads to no public address.
 */
export async function loadAgents(
  onNotPublic: (hostname: string) => void,
  maxSilenceMs = MAX_SILENCE_MS,
): Promise<Agents> {
  // Node's own fetch takes no look-up, and the start does not wait for another one.
  const { Agent, fetch } = await import('undici');
  const options = { allowH2: false, bodyTimeout: maxSilenceMs };
  const connect = { lookup: publicLookup(onNotPublic) };
  return { fetch, agents: { any: new Agent(options), public: new Agent({ ...options, connect }) } };
}
