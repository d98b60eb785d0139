import type { Worker } from 'node:cluster';
import type { Socket } from 'node:net';
import type { ToPrimary, ToWorker } from './messages.ts';

/**
 * Gives sockets to a worker. Each is kept here, too, until the worker says that it has it: `giveBack` gets those that a
 * worker was killed before, with nothing read of them.
 */
export function createHandover(worker: Worker, giveBack: (socket: Socket) => void) {
  const onTheWay = new Map<number, Socket>();
  let given = 0;

  worker.on('message', (message: ToPrimary) => {
    if (message.type !== 'taken') return;
    // The worker's copy stays open.
    onTheWay.get(message.id)?.destroy();
    onTheWay.delete(message.id);
  });
  // Comes after the last message.
  worker.once('disconnect', () => {
    const left = [...onTheWay.values()];
    onTheWay.clear();
    for (const socket of left) if (!socket.destroyed) giveBack(socket);
  });

  /** False where the worker cannot be reached any more: the socket is still the caller's. */
  return (socket: Socket): boolean => {
    if (!worker.isConnected()) return false;
    given += 1;
    onTheWay.set(given, socket);
    const message: ToWorker = { type: 'connection', id: given };
    worker.send(message, socket, { keepOpen: true }, () => undefined);
    return true;
  };
}
