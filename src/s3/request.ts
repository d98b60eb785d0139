import { AwsV4Signer } from 'aws4fetch';
import type { S3Settings } from '../store-settings.ts';
import { addressOf } from './address.ts';

/** A call of the bucket, or of a key in it. `body` gives the bytes once a try; `sha256` is their hash, in hexadecimal. */
export type Request = {
  operation: 'put' | 'get' | 'delete' | 'list';
  method: 'PUT' | 'GET' | 'DELETE';
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  sha256?: string;
  body?: () => AsyncIterable<Uint8Array>;
};

type Store = { settings: S3Settings; isSigned: boolean };

/** SHA-256 of no bytes. */
const OF_NOTHING = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/**
 * By the standard, fetch makes a copy of a body that it might have to send again, in memory and to its end: it makes none where
 * redirects are errors and no window is there to ask for a password (https://fetch.spec.whatwg.org/#http-network-or-cache-fetch).
 */
const STREAMED = { duplex: 'half', redirect: 'error', window: null } as const;

/**
 * Sends a request by Signature Version 4 (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv.html). The hash of the
 * body is signed with it, so that the store refuses other bytes. No redirect is followed.
 */
export async function send(
  { settings, isSigned }: Store,
  { method, key, query = {}, headers = {}, sha256 = OF_NOTHING }: Request,
  { body, signal }: { body?: AsyncIterable<Uint8Array>; signal: AbortSignal },
): Promise<Response> {
  const { region, accessKeyId, secretAccessKey } = settings;
  const url = addressOf(settings, key);
  url.search = new URLSearchParams(query).toString();
  const all = { ...headers, 'x-amz-content-sha256': sha256 };
  const signer = new AwsV4Signer({
    service: 's3',
    method,
    url: url.href,
    headers: all,
    region,
    accessKeyId,
    secretAccessKey,
  });
  const signed = isSigned ? (await signer.sign()).headers : new Headers(headers);
  // Compressed on its way, a file would have another length; proxies may change this header, so it is not signed.
  signed.set('accept-encoding', 'identity');
  return fetch(url, {
    method,
    headers: signed,
    // The types are those of browsers; Node's own fetch takes what can be iterated.
    body: body as unknown as BodyInit,
    signal,
    ...(body ? STREAMED : { redirect: 'manual' }),
  });
}

/** The chunks of a body, of which each that is taken is told, and why they could not be read. */
export function watchedBody(body: AsyncIterable<Uint8Array>, onTaken: () => void) {
  let failure: unknown;
  async function* read(): AsyncGenerator<Uint8Array, void> {
    try {
      for await (const chunk of body) {
        yield chunk;
        onTaken();
      }
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  return { chunks: read(), failure: () => failure };
}
