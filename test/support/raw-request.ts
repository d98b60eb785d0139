import { type Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';

export type RawOptions = {
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: Buffer | string;
  localAddress?: string;
  /** Reuses the connection of an agent. By default, each request opens one. */
  agent?: Agent;
  /** Maximum time without a byte. */
  timeoutMs?: number;
};
type RawResponse = {
  status: number;
  headers: IncomingHttpHeaders;
  /** Alternating names and values. */
  rawHeaders: string[];
  body: Buffer;
  text: string;
};

/** Sends a request target unchanged, because other clients normalise `//`, `\` and `..`. */
export const rawRequest = (
  port: number,
  path: string,
  { agent, body: requestBody, timeoutMs, ...options }: RawOptions = {},
): Promise<RawResponse> =>
  new Promise((resolve, reject) => {
    const target = { host: '127.0.0.1', port, path, agent: agent ?? false, timeout: timeoutMs };
    const outgoing = request({ ...target, ...options }, (response) => {
      const { statusCode: status = 0, headers, rawHeaders } = response;
      response.toArray().then((chunks) => {
        const body = Buffer.concat(chunks);
        resolve({ status, headers, rawHeaders, body, text: body.toString('utf8') });
      }, reject);
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error('no response'))).on('error', reject);
    outgoing.end(requestBody);
  });
