import dns, { type LookupAddress, type LookupAllOptions } from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { isIP, type LookupFunction, Socket } from 'node:net';

/** IP addresses of a host name for each lookup in turn. All later lookups use the last entry. */
export type DnsAnswers = Record<string, string[][]>;

type Callback = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

const isLocal = (address: string): boolean => /^(?:127\.|0\.0\.0\.0$|::1$|::$|::ffff:)/u.test(address);

/** Wraps a lookup, which then fails with ECONNREFUSED if the host is not this machine. */
const localOnly =
  (lookup: LookupFunction): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, options, (error, found, family) => {
      const addresses = typeof found === 'string' ? [found] : (found ?? []).map(({ address }) => address);
      if (error || addresses.every(isLocal)) return callback(error, found, family);
      callback(Object.assign(new Error(`connect ECONNREFUSED ${addresses}`), { code: 'ECONNREFUSED' }), []);
    });

type Connecting = { lookup?: LookupFunction };

/** Blocks connections by host name to other machines. Returns a restore function. */
function blockRemoteConnections(): () => void {
  const { connect } = Socket.prototype;
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
    const options = (Array.isArray(args[0]) ? args[0][0] : args[0]) as Connecting;
    if (options.lookup) options.lookup = localOnly(options.lookup);
    return (connect as (...args: unknown[]) => Socket).apply(this, args);
  } as typeof connect;
  return () => {
    Socket.prototype.connect = connect;
  };
}

/**
 * Replaces DNS in this process. The given host names resolve to their addresses, all others except `localhost` fail. Counts the
 * lookups per name and blocks connections to other machines.
 */
export function fakeDns(names: DnsAnswers) {
  const { lookup } = dns;
  const lookups: Record<string, number> = {};

  function fakeLookup(hostname: string, options: LookupAllOptions, callback: Callback): void {
    if (hostname === 'localhost' || isIP(hostname) !== 0) {
      lookup(hostname, options, callback as never);
      return;
    }
    const count = lookups[hostname] ?? 0;
    lookups[hostname] = count + 1;
    const answers = names[hostname] ?? [];
    const addresses = answers[Math.min(count, answers.length - 1)] ?? [];
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    const [first] = found;
    if (!first) process.nextTick(callback, new Error(`no such name: ${hostname}`));
    else if (options.all) process.nextTick(callback, null, found);
    else process.nextTick(callback, null, first.address, first.family);
  }

  const setLookup = (replacement: typeof lookup) => {
    dns.lookup = replacement;
    syncBuiltinESMExports();
  };
  setLookup(fakeLookup as unknown as typeof lookup);
  const unblock = blockRemoteConnections();
  const restore = (): void => {
    setLookup(lookup);
    unblock();
  };
  return { lookups, restore };
}
