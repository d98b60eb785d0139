import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** `port`: of the site on loopback. `bytesPerSecond`: towards the site, of all connections together. */
type Options = { port: number; bytesPerSecond: number };

/** Small chunks and buffers keep the rate even and lose few uncounted bytes with a closed connection. */
const CHUNK_BYTES = 4096;

/** Starts a slow proxy to a site, which counts the forwarded bytes. */
export async function startThrottledProxy({ port, bytesPerSecond }: Options) {
  const sockets = new Set<Socket>();
  let sent = 0;
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
  return {
    base: `http://127.0.0.1:${ownPort}`,
    /** Returns the number of bytes forwarded to the site. */
    sent: () => sent,
    stop(): void {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

export type ThrottledProxy = Awaited<ReturnType<typeof startThrottledProxy>>;
