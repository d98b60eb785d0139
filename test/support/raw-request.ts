import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';

export type RawAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer; text: string };
export type RawOptions = { method?: string; headers?: OutgoingHttpHeaders; body?: Buffer | string };

/** Sends a request target byte by byte as it is written: no client in between tidies `//`, `\` or `..` away. */
export function rawRequest(
  port: number,
  target: string,
  { method = 'GET', headers, body }: RawOptions = {},
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, path: target, method, headers, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => {
          const answered = Buffer.concat(chunks);
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: answered,
            text: answered.toString('utf8'),
          });
        });
      },
    );
    asked.once('error', reject);
    asked.end(body);
  });
}
