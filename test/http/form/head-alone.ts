import { connect } from 'node:net';
import type { Site } from '../../support/site.ts';

/** The first bytes of the answer to the head of a POST whose body never comes. */
export function answerToHead(site: Site, path: string, headers: Record<string, string>): Promise<string> {
  const lines = Object.entries({ Host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}`);
  return new Promise((resolve, reject) => {
    const socket = connect(site.port, '127.0.0.1', () =>
      socket.write(`${[`POST ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`),
    );
    socket.once('error', reject);
    socket.once('data', (bytes) => {
      resolve(bytes.toString('latin1'));
      socket.destroy();
    });
  });
}
