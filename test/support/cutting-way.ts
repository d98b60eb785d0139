import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

type Options = {
  /** Where the way leads on loopback. */
  port: number;
  /** Bytes a second towards the site, all lines together; unlimited where it is missing. */
  bytesPerSecond?: number;
};

/** The most that is passed on at a time, so that a slow way is even. */
const GRAIN = 4096;

/** A way to a site that is slow, that can be cut, and that counts what visitors send: what lies in the kernel's buffers is not counted. */
export async function startCuttingWay({ port, bytesPerSecond = Number.POSITIVE_INFINITY }: Options) {
  const lines = new Set<Socket>();
  let target = port;
  let sent = 0;
  let isClosed = false;
  let freeAt = 0;

  async function pass(bytes: number): Promise<void> {
    const now = performance.now();
    freeAt = Math.max(freeAt, now) + (1000 * bytes) / bytesPerSecond;
    if (freeAt > now) await wait(freeAt - now);
  }

  async function pour(near: Socket, far: Socket): Promise<void> {
    for await (const chunk of near as AsyncIterable<Buffer>) {
      for (let at = 0; at < chunk.length; at += GRAIN) {
        const part = chunk.subarray(at, at + GRAIN);
        await pass(part.length);
        if (near.destroyed || far.destroyed) return;
        sent += part.length;
        if (!far.write(part)) await Promise.race([once(far, 'drain'), once(far, 'close')]);
      }
    }
    far.end();
  }

  // Small windows: little is on its way that a cut would lose without being counted.
  const server = createServer({ highWaterMark: GRAIN }, (near) => {
    if (isClosed) return void near.destroy();
    const far = connect(target, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      lines.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        lines.delete(one);
        other.destroy();
      });
    }
    far.pipe(near);
    pour(near, far).catch(() => far.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const own = (server.address() as AddressInfo).port;

  const cut = () => {
    for (const line of lines) line.destroy();
  };
  return {
    port: own,
    base: `http://127.0.0.1:${own}`,
    /** Bytes that were passed on to the site. */
    sent: () => sent,
    cut,
    /** Cuts, and lets nobody through until it is opened. */
    close(isNow = true): void {
      isClosed = isNow;
      if (isNow) cut();
    },
    leadTo(other: number): void {
      target = other;
    },
    stop(): void {
      cut();
      server.close();
    },
  };
}

export type CuttingWay = Awaited<ReturnType<typeof startCuttingWay>>;
