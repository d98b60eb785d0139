import type { IncomingMessage, ServerResponse } from 'node:http';
import fresh from 'fresh';
import { chosenEncoding, type HeaderList, type Variant, type Variants } from './variants.ts';

/** An answer of the response cache; `storedAt` is when the backend gave its content, in milliseconds since 1970. */
export type CachedAnswer = { variants: Variants; storedAt?: number };

/** The age in whole seconds of the oldest answer of the backend that something was made of. For machines alone. */
export const AGE_HEADER = 'X-Content-Age';

/** What the header says of content that was given at this time, in milliseconds since 1970. */
export const contentAge = (storedAt: number): string =>
  `${Math.max(0, Math.floor((Date.now() - storedAt) / 1000))}`;

const NOT_FOR_304 = new Set(['Content-Length', 'Content-Encoding', 'Content-Type']);

/** Sends a cached answer: 304 where the visitor has it, the headers alone for HEAD. */
export function answerWith(
  request: IncomingMessage,
  response: ServerResponse,
  { variants, storedAt }: CachedAnswer,
): void {
  const { headers } = request;
  const variant = variants.get(chosenEncoding(headers['accept-encoding'] as string | undefined));
  const answered = storedAt === undefined ? variant.headers : withAge(variant, contentAge(storedAt));
  if (fresh(headers, variant)) {
    response.writeHead(304, withoutBody(answered)).end();
    return;
  }
  response.writeHead(200, answered as string[]);
  if (request.method === 'HEAD') response.end();
  else sendBody(response, variant);
}

/**
 * Node writes a text and the headers before it in one piece, bytes in a second one, which takes 6 % more processor time. Of
 * larger bodies the copy costs more than that.
 */
const MAX_TEXT_BYTES = 16 * 1024;

function sendBody(response: ServerResponse, variant: Variant): void {
  if (variant.body.length > MAX_TEXT_BYTES) return void response.end(variant.body);
  variant.text ??= variant.body.toString('latin1');
  response.end(variant.text, 'latin1');
}

/** The headers with the age of the content, which are made once a second and not for each request. */
function withAge(variant: Variant, age: string): HeaderList {
  if (variant.aged?.age !== age) variant.aged = { age, headers: [...variant.headers, AGE_HEADER, age] };
  return variant.aged.headers;
}

const withoutBody = (headers: readonly string[]): string[] =>
  headers.filter((_part, index) => !NOT_FOR_304.has(headers[index - (index % 2)] ?? ''));
