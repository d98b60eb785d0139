import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { inject, onTestFinished } from 'vitest';

/** Starts a TCP proxy that can drop all data to and from the server, like a broken network, also from a certain text on. */
export async function cuttableProxy(server = inject('postgres')?.url ?? '') {
  const target = new URL(server);
  const sockets = new Set<Socket>();
  let isCut = false;
  let cutText: string | undefined;
  const listener = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes: Buffer) => {
        isCut ||= cutText !== undefined && bytes.includes(cutText);
        if (!isCut) to.write(bytes);
      });
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
    }
  });
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  const { port } = listener.address() as AddressInfo;
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    listener.close();
  });
  return {
    through(url: string): string {
      const proxied = new URL(url);
      proxied.port = `${port}`;
      return proxied.href;
    },
    cut: (value: boolean) => {
      isCut = value;
    },
    cutAt: (text: string) => {
      cutText = text;
    },
  };
}
