import { rawRequest } from '../support/raw-request.ts';
import { type Child, startChild } from './child.ts';

/** Header names and values in turn, and the bytes as they go over the wire. */
export type ReadyAnswer = { headers: string[]; body: Uint8Array };

/** Node writes these itself. */
const OWN_HEADERS = ['date', 'connection', 'keep-alive'];

/** What a server answers, byte by byte, to be answered again by another. */
export async function answerOf(url: string, headers: Record<string, string>): Promise<ReadyAnswer> {
  const { port, pathname, search } = new URL(url);
  const { rawHeaders, body } = await rawRequest(Number(port), pathname + search, { headers });
  const isOwn = (at: number) => OWN_HEADERS.includes(rawHeaders[at - (at % 2)]?.toLowerCase() ?? '');
  return { headers: rawHeaders.filter((_part, at) => !isOwn(at)), body };
}

export type Bare = Child & { serve: (answer: ReadyAnswer) => Promise<string> };

/** A process with bare `node:http` servers, one for each answer that it is given. */
export function startBare(): Bare {
  const child = startChild('bare-server.ts');
  return { ...child, serve: (answer) => child.ask<string>(answer) };
}
