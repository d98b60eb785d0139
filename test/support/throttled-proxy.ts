import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';

type Options = {
  /** Port of the site on loopback. */
  port: number;
  /** Towards the site, all connections together. */
  bytesPerSecond?: number;
};

/** Small chunks and buffers: the rate is even, and few bytes are lost uncounted in a cut connection. */
const CHUNK_BYTES = 4096;

/** Proxy to a site that is slow, can be cut, and counts the bytes that it forwards. */
export async function startThrottledProxy({ port, bytesPerSecond = Number.POSITIVE_INFINITY }: Options) {
  const sockets = new Set<Socket>();
  let sent = 0;
  let isOpen = true;
  let freeAt = 0;

  async function* throttled(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const data of source) {
      for (let at = 0; at < data.length; at += CHUNK_BYTES) {
        const chunk = data.subarray(at, at + CHUNK_BYTES);
        const now = performance.now();
        freeAt = Math.max(freeAt, now) + (1000 * chunk.length) / bytesPerSecond;
        if (freeAt > now) await wait(freeAt - now);
        sent += chunk.length;
        yield chunk;
      }
    }
  }

  const server = createServer({ highWaterMark: CHUNK_BYTES }, (client) => {
    if (!isOpen) return void client.destroy();
    const site = connect(port, '127.0.0.1');
    for (const socket of [client, site]) {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    }
    const cut = () => {
      client.destroy();
      site.destroy();
    };
    pipeline(client, throttled, site).catch(cut);
    pipeline(site, client).catch(cut);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port: ownPort } = server.address() as { port: number };
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: ownPort,
    base: `http://127.0.0.1:${ownPort}`,
    /** Bytes forwarded to the site. */
    sent: () => sent,
    cut,
    /** Cuts all connections and accepts none until `open`. */
    close(): void {
      isOpen = false;
      cut();
    },
    open(): void {
      isOpen = true;
    },
    stop(): void {
      cut();
      server.close();
    },
  };
}

export type ThrottledProxy = Awaited<ReturnType<typeof startThrottledProxy>>;
