import type { Socket } from 'node:net';
import type { WorkerProcess } from './worker-process.ts';

/** Connections that wait while no worker can take them; as many as a kernel keeps for a busy server. */
export const MAX_WAITING = 511;

type Candidate = Pick<WorkerProcess, 'state' | 'take'>;

/** Gives connections to workers in turn: to those that have their content, or where none has, to any that listens. */
export function createDispatcher(workers: () => readonly Candidate[]) {
  const waiting: Socket[] = [];
  let turn = 0;

  function candidates(): readonly Candidate[] {
    const taking = workers().filter(({ state }) => state.isListening && !state.isLeaving && !state.hasEnded);
    const ready = taking.filter(({ state }) => state.isReady);
    return ready.length > 0 ? ready : taking;
  }

  function give(socket: Socket): boolean {
    const able = candidates();
    turn += 1;
    return able.some((_, at) => able[(turn + at) % able.length]?.take(socket));
  }

  /** The socket, unread, goes to a worker now or as soon as there is one. */
  function dispatch(socket: Socket): void {
    if (give(socket)) return;
    if (waiting.length < MAX_WAITING) waiting.push(socket);
    else socket.destroy();
  }

  return {
    dispatch,
    /** To be called when a worker has begun to listen. */
    flush(): void {
      for (const socket of waiting.splice(0)) if (!socket.destroyed) dispatch(socket);
    },
  };
}

export type Dispatcher = ReturnType<typeof createDispatcher>;
