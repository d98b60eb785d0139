import dns, { type LookupAddress, type LookupAllOptions } from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { isIP } from 'node:net';

/** The addresses of a name at each look-up; those of the last one stay. */
export type FalseNames = Record<string, string[][]>;

type Callback = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** Gives names other addresses in this process, and fails for all but `localhost`; says how often each was asked for. */
export function falsifyNames(names: FalseNames) {
  const { lookup } = dns;
  const asked: Record<string, number> = {};

  function falseLookup(hostname: string, options: LookupAllOptions, callback: Callback): void {
    if (hostname === 'localhost' || isIP(hostname) !== 0) {
      lookup(hostname, options, callback as never);
      return;
    }
    const times = asked[hostname] ?? 0;
    asked[hostname] = times + 1;
    const answers = names[hostname] ?? [];
    const addresses = answers[Math.min(times, answers.length - 1)] ?? [];
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    const [first] = found;
    if (!first) process.nextTick(callback, new Error(`no such name: ${hostname}`));
    else if (options.all) process.nextTick(callback, null, found);
    else process.nextTick(callback, null, first.address, first.family);
  }

  const set = (one: typeof lookup) => {
    dns.lookup = one;
    syncBuiltinESMExports();
  };
  set(falseLookup as unknown as typeof lookup);
  return { asked, restore: () => set(lookup) };
}
