import type { FormClient } from './form-client.ts';

const TUS = { 'Tus-Resumable': '1.0.0' };
const CONTENT_TYPE = 'application/offset+octet-stream';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Builds the value of the header `Upload-Metadata`. */
export const metadataOf = (entries: Record<string, string>): string =>
  Object.entries(entries)
    .map(([key, value]) => `${key} ${base64(value)}`)
    .join(',');

type Headers = Record<string, string>;

/** Sends the requests of tus 1.0 with the session of a form client. */
export function tusClient(client: Pick<FormClient, 'send' | 'path'>) {
  const to = `${client.path}/uploads`;
  const request = (method: string, url: string, headers: Headers = {}, body?: Buffer) =>
    client.send(url, method, { ...TUS, ...headers }, body);

  return {
    request,
    to,
    create: (name: string, bytes: number, headers: Headers = {}, body?: Buffer) =>
      request(
        'POST',
        to,
        { 'Upload-Length': `${bytes}`, 'Upload-Metadata': metadataOf({ filename: name }), ...headers },
        body,
      ),
    patch: (url: string, offset: number, body: Buffer, headers: Headers = {}) =>
      request(
        'PATCH',
        url,
        {
          'Upload-Offset': `${offset}`,
          'Content-Type': CONTENT_TYPE,
          'Content-Length': `${body.length}`,
          ...headers,
        },
        body,
      ),
    head: (url: string) => request('HEAD', url),
    remove: (url: string) => request('DELETE', url),
  };
}

export type TusClient = ReturnType<typeof tusClient>;
