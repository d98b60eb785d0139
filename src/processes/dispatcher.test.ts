import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createDispatcher, MAX_WAITING } from './dispatcher.ts';

function worker(state: { isListening?: boolean; isReady?: boolean; isLeaving?: boolean } = {}) {
  const got: Socket[] = [];
  return {
    got,
    isReachable: true,
    state: { isListening: true, isReady: true, isLeaving: false, hasEnded: false, ...state },
    take(socket: Socket): boolean {
      if (this.isReachable) got.push(socket);
      return this.isReachable;
    },
  };
}

/** How many of nine connections each worker gets. */
function shares(...workers: ReturnType<typeof worker>[]): number[] {
  const { dispatch } = createDispatcher(() => workers);
  for (let count = 0; count < 9; count += 1) dispatch(new Socket());
  return workers.map(({ got }) => got.length);
}

describe('connections', () => {
  it('go to the workers in turn', () => {
    expect(shares(worker(), worker(), worker())).toEqual([3, 3, 3]);
  });

  it('go to no worker that starts, that ends, or that has no content while another has', () => {
    expect(
      shares(
        worker(),
        worker({ isReady: false }),
        worker({ isLeaving: true }),
        worker({ isListening: false }),
      ),
    ).toEqual([9, 0, 0, 0]);
  });

  it('go to workers without content where there are no others', () => {
    expect(shares(worker({ isReady: false }), worker({ isListening: false, isReady: false }))).toEqual([
      9, 0,
    ]);
  });

  it('go on to the next worker where one cannot be reached', () => {
    const gone = Object.assign(worker(), { isReachable: false });
    expect(shares(gone, worker(), worker())[0]).toBe(0);
    expect(shares(gone, worker(), worker()).reduce((sum, share) => sum + share)).toBe(9);
  });

  it('wait for a worker, so many of them, and not those whose client has gone', () => {
    const workers: ReturnType<typeof worker>[] = [];
    const { dispatch, flush } = createDispatcher(() => workers);
    const sockets = Array.from({ length: MAX_WAITING + 1 }, () => new Socket());
    for (const socket of sockets) dispatch(socket);
    expect(sockets.filter(({ destroyed }) => destroyed)).toEqual(sockets.slice(-1));
    sockets[0]?.destroy();
    const late = worker();
    workers.push(late);
    flush();
    expect(late.got).toEqual(sockets.slice(1, -1));
  });
});
