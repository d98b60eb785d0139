import { type Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';

export type RawOptions = {
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: Buffer | string;
  /** A visitor's own connection, kept from request to request; otherwise each has a new one. */
  agent?: Agent;
  /** After so long without a byte it is given up. */
  timeoutMs?: number;
};
type RawAnswer = {
  status: number;
  headers: IncomingHttpHeaders;
  /** Names and values in turn, as they came. */
  rawHeaders: string[];
  body: Buffer;
  text: string;
};

/** Sends a request target byte by byte as it is written: no client in between tidies `//`, `\` or `..` away. */
export const rawRequest = (
  port: number,
  path: string,
  { agent, body: sent, timeoutMs, ...options }: RawOptions = {},
): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const place = { host: '127.0.0.1', port, path, agent: agent ?? false, timeout: timeoutMs };
    const asked = request({ ...place, ...options }, (response) => {
      const { statusCode: status = 0, headers, rawHeaders } = response;
      response.toArray().then((chunks) => {
        const body = Buffer.concat(chunks);
        resolve({ status, headers, rawHeaders, body, text: body.toString('utf8') });
      }, reject);
    });
    asked.on('timeout', () => asked.destroy(new Error('no answer'))).on('error', reject);
    asked.end(sent);
  });
