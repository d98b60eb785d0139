import type { Worker } from 'node:cluster';

/** A connection as node:cluster passes it on. */
type Handle = { close(): void };
/** A message of node:cluster's own: the number of an answered one is its `ack`. */
type Internal = { act?: string; seq?: number; ack?: number };

/**
 * Watches node:cluster hand connections to a worker, one after the acknowledgement of the last. The last one of a worker that ends
 * without acknowledging it is forgotten there, and its visitor would wait for ever: another worker gets it, or it is closed.
 */
export function watchHandover(worker: Worker, hasOthers: () => boolean) {
  const { process } = worker;
  let onTheWay: { seq?: number; handle: Handle } | undefined;
  let given = 0;
  const send = process.send.bind(process) as (...message: unknown[]) => boolean;

  process.send = (message: Internal, handle?: unknown, ...rest: unknown[]) => {
    if (message.act === 'newconn') {
      onTheWay = { seq: message.seq, handle: handle as Handle };
      given += 1;
    }
    return send(message, handle, ...rest);
  };
  process.on('internalMessage', ({ ack }: Internal) => {
    if (ack === onTheWay?.seq) onTheWay = undefined;
  });
  // Comes after the last message. While a connection is on its way Node tells of no `disconnect`, and node:cluster keeps the worker.
  process.once('close', () => {
    worker.disconnect();
    if (!onTheWay) return;
    const refusal = { cmd: 'NODE_CLUSTER', ack: onTheWay.seq, accepted: false };
    if (hasOthers()) process.emit('internalMessage', refusal, undefined);
    else onTheWay.handle.close();
  });

  return {
    /** Whether the next connection would go to this worker at once. */
    isFree: () => onTheWay === undefined,
    /** How many connections it was given so far. */
    given: () => given,
  };
}
