import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type FailureKind, failures } from '../failures.ts';
import { texts } from '../i18n/set-up.ts';
import { errorPage } from '../services/error-page.ts';
import type { Services } from '../services/index.ts';
import { newRequestId } from './request-id.ts';

type ParseError = Error & { code?: string; rawPacket?: Buffer };

const kinds: Record<string, FailureKind> = {
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTimeout',
};

const ENGLISH = /^[A-Z]+ \/en[/? ]/iu;

/** What cannot even be read as a request gets a page too, and its connection is closed. */
export function clientErrors({ render, log, metrics }: Services) {
  return (error: ParseError, socket: Duplex): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
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
      'Content-Type: text/html; charset=utf-8',
      `Content-Length: ${body.length}`,
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      `X-Request-Id: ${requestId}`,
      'Connection: close',
    ];
    socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]));
  };
}
