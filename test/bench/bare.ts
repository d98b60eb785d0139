import { request } from 'node:http';
import { type Child, startChild } from './child.ts';

/** Header names and values in turn, and the bytes as they go over the wire. */
export type ReadyAnswer = { headers: string[]; body: Uint8Array };

/** Node writes these itself. */
const OWN_HEADERS = ['date', 'connection', 'keep-alive'];

/** What a server answers, byte by byte, to be answered again by another. */
export const answerOf = (url: string, headers: Record<string, string>): Promise<ReadyAnswer> =>
  new Promise((resolve, reject) => {
    const asked = request(url, { headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () =>
        resolve({ headers: withoutOwn(response.rawHeaders), body: Buffer.concat(chunks) }),
      );
    });
    asked.once('error', reject);
    asked.end();
  });

const withoutOwn = (raw: readonly string[]): string[] =>
  raw.filter((_part, at) => !OWN_HEADERS.includes(raw[at - (at % 2)]?.toLowerCase() ?? ''));

export type Bare = Child & { serve: (answer: ReadyAnswer) => Promise<string> };

/** A process with bare `node:http` servers, one for each answer that it is given. */
export function startBare(): Bare {
  const child = startChild('bare-server.ts');
  return {
    ...child,
    serve: async (answer) => `http://127.0.0.1:${await child.ask<number>(answer)}/`,
  };
}
