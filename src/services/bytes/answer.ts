import type { IncomingMessage, ServerResponse } from 'node:http';
import { chosenEncoding, isSame, type Variants } from './variants.ts';

const NOT_FOR_304 = new Set(['Content-Length', 'Content-Encoding', 'Content-Type']);

/** Sends a body that is ready: 304 where the visitor has it, the headers alone for HEAD. */
export function answerWith(request: IncomingMessage, response: ServerResponse, variants: Variants): void {
  const { headers } = request;
  const variant = variants.get(chosenEncoding(headers['accept-encoding'] as string | undefined));
  if (isSame(headers['if-none-match'], variant.etag)) {
    response.writeHead(304, withoutBody(variant.headers)).end();
    return;
  }
  response.writeHead(200, variant.headers as string[]);
  response.end(request.method === 'HEAD' ? undefined : variant.body);
}

const withoutBody = (headers: readonly string[]): string[] =>
  headers.filter((_part, index) => !NOT_FOR_304.has(headers[index - (index % 2)] ?? ''));
