import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type FailureKind, failures } from '../failures.ts';
import { texts } from '../i18n/set-up.ts';
import { errorPage } from '../pages/error-page.ts';
import type { Services } from '../services.ts';
import { newRequestId } from './request-id.ts';
import { securityHeaderList } from './security-headers.ts';

type ParseError = Error & { code?: string; rawPacket?: Buffer };

const kinds: Record<string, FailureKind> = {
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTimeout',
};

const ENGLISH = /^[A-Z]+ \/en[/? ]/iu;

/** How long who sent no request has to read why, in milliseconds: what they still send is read by nobody. */
const LINGER_MS = 2000;

/** A connection, and what Node is answering on it. */
type Line = Duplex & { _httpMessage?: { headersSent: boolean } | null };

/** What cannot even be read as a request gets a page too, and its connection is closed. */
export function clientErrors({ config, render, log, metrics }: Services) {
  const security = linesOf(securityHeaderList(config.siteUrl));
  return (error: ParseError, socket: Line): void => {
    // A page in the middle of another answer would be taken for a part of it.
    if (error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage?.headersSent) {
      socket.destroy();
      return;
    }
    const { status, level } = failures[kinds[error.code ?? ''] ?? 'badAddress'];
    const requestId = newRequestId();
    metrics.request('error', undefined, status);
    log[level]({ request: requestId, status, failure: error.code }, 'request that is none');
    const language = ENGLISH.test(error.rawPacket?.toString('latin1') ?? '') ? 'en' : 'zh';
    const page = errorPage({ language, texts: texts(language), status, address: '/', requestId });
    const body = Buffer.from(render(page));
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...security,
      'Content-Type: text/html; charset=utf-8',
      `Content-Length: ${body.length}`,
      'Cache-Control: no-store',
      `X-Request-Id: ${requestId}`,
      'Connection: close',
    ];
    socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]));
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}

/** Names and values in turn, as lines of a head. */
const linesOf = (list: readonly string[]): string[] =>
  list.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${list[index + 1]}`] : []));
