import dns, { type LookupAddress, type LookupAllOptions } from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { isIP, type LookupFunction, Socket } from 'node:net';

/** The addresses of a name at each look-up; those of the last one stay. */
export type FalseNames = Record<string, string[][]>;

type Callback = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

const isHere = (address: string): boolean => /^(?:127\.|0\.0\.0\.0$|::1$|::$|::ffff:)/u.test(address);

/** The look-up of a connection that fails, as a host that refuses does, where it would leave this machine. */
const stayingHere =
  (lookup: LookupFunction): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, options, (error, found, family) => {
      const addresses = typeof found === 'string' ? [found] : (found ?? []).map(({ address }) => address);
      if (error || addresses.every(isHere)) return callback(error, found, family);
      callback(Object.assign(new Error(`connect ECONNREFUSED ${addresses}`), { code: 'ECONNREFUSED' }), []);
    });

type Connecting = { lookup?: LookupFunction };

/** Lets no connection that looks its host up leave this machine; gives what undoes it. */
function keepConnectionsHere(): () => void {
  const { connect } = Socket.prototype;
  Socket.prototype.connect = function (this: Socket, ...given: unknown[]) {
    const options = (Array.isArray(given[0]) ? given[0][0] : given[0]) as Connecting;
    if (options.lookup) options.lookup = stayingHere(options.lookup);
    return (connect as (...given: unknown[]) => Socket).apply(this, given);
  } as typeof connect;
  return () => {
    Socket.prototype.connect = connect;
  };
}

/**
 * Gives names other addresses in this process, and fails for all but `localhost`; says how often each was asked for. No
 * connection leaves this machine.
 */
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
  const letGo = keepConnectionsHere();
  const restore = (): void => {
    set(lookup);
    letGo();
  };
  return { asked, restore };
}
