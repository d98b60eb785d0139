import http, { type Agent, type AgentOptions } from 'node:http';
import type { Reach } from './asset-hosts.ts';
import { publicLookup } from './public-address.ts';

/**
 * The connections that backends are asked over, to hosts that may have any address and to those that must have a public one.
 * `onNotPublic` is told of a name that leads to no public address.
 */
export function createAgents(onNotPublic: (hostname: string) => void) {
  const options: Record<Reach, AgentOptions> = {
    any: { keepAlive: true },
    public: { keepAlive: true, lookup: publicLookup(onNotPublic) },
  };
  const agents = new Map<string, Agent>();

  /** How a URL is asked: by which of Node's modules, over which connections. TLS is loaded where it is used. */
  return async ({ protocol }: URL, reach: Reach) => {
    const by = protocol === 'https:' ? await import('node:https') : http;
    const key = `${protocol} ${reach}`;
    const agent = agents.get(key) ?? new by.Agent(options[reach]);
    agents.set(key, agent);
    return { get: by.get, agent };
  };
}

export type Agents = ReturnType<typeof createAgents>;
