import type { Worker } from 'node:cluster';

/** A connection as node:cluster passes it to a worker. */
type Handle = { close(): void };
/** A message of node:cluster itself: `ack` is the number of the message that it answers. */
type Internal = { act?: string; seq?: number; ack?: number };

/**
 * Watches how node:cluster passes connections to a worker, each after the acknowledgement of the last. It forgets the one that
 * a worker did not acknowledge before its end, and the visitor waits for ever; here another worker gets it, or it is closed.
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
  // `close` comes after the last message. Node emits no `disconnect` while a connection is on its way, so node:cluster would keep
  // the worker.
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
    given: () => given,
  };
}
