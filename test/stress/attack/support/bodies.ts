import { BOUNDARY } from '../../../support/multipart.ts';

export const FORM = '/en/apply';

/** One part of a body, with the lines of its head and its bytes. */
export type Part = { head: string[]; content: Buffer };

export const disposition = (parameters: string): string => `Content-Disposition: form-data; ${parameters}`;

export const field = (name: string, value: string | Buffer): Part => ({
  head: [disposition(`name="${name}"`)],
  content: Buffer.from(value),
});

export const file = (filename: string, content: Buffer, name = 'declareFile'): Part => ({
  head: [disposition(`name="${name}"; filename="${filename}"`), 'Content-Type: application/octet-stream'],
  content,
});

export const fields = (values: Record<string, string>): Part[] =>
  Object.entries(values).map(([name, value]) => field(name, value));

export const closing = () => Buffer.from(`--${BOUNDARY}--\r\n`);

/** Builds a body. `end` follows its last part. */
export const bodyOf = (parts: readonly Part[], end = closing()): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ head, content }) => [
      Buffer.from(`--${BOUNDARY}\r\n${head.join('\r\n')}\r\n\r\n`),
      content,
      Buffer.from('\r\n'),
    ]),
    end,
  ]);

export type Headers = Record<string, string>;

/** Returns the bytes of a POST. */
export const postBytes = (headers: Headers, body: Buffer, path = FORM): Buffer =>
  Buffer.concat([headBytes(headers, path), body]);

export const headBytes = (headers: Headers, path = FORM, method = 'POST'): Buffer => {
  const lines = Object.entries({ Host: '127.0.0.1', Connection: 'close', ...headers });
  const text = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${text}\r\n`, 'latin1');
};
