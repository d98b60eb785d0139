import { Agent } from 'undici';
import type { Reach } from './asset-hosts.ts';
import { publicLookup } from './public-address.ts';

/** How long a server may say nothing in the middle of a file, in milliseconds; a visitor who reads slowly is no silence. */
const MAX_SILENCE_MS = 30_000;

/**
 * The connections to other servers: for the content calls, for assets of hosts that are named, and for those of any
 * other. `onNotPublic` is told of a name that leads to no public address.
 */
export function createAgents(
  onNotPublic: (hostname: string) => void,
  maxSilenceMs = MAX_SILENCE_MS,
): Record<'content' | Reach, Agent> {
  return {
    content: new Agent({ allowH2: false }),
    any: new Agent({ allowH2: false, bodyTimeout: maxSilenceMs }),
    public: new Agent({
      allowH2: false,
      bodyTimeout: maxSilenceMs,
      connect: { lookup: publicLookup(onNotPublic) },
    }),
  };
}
