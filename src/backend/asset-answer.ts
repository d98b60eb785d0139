import type { ReadableStream } from 'node:stream/web';
import { parse } from 'content-disposition';
import type { Headers, Response } from 'undici';
import { isAsset } from '../content/asset-types.ts';

/** What a server answers when it is asked for a file, its body unread. */
export type AssetAnswer = Pick<Response, 'ok' | 'status' | 'text'> & {
  headers: Pick<Headers, 'get'>;
  body: ReadableStream | null;
};

/** Whether an answer is a file: by its type and, where that says little, by its name in the address or in the answer. */
export function isFile({ headers }: AssetAnswer, name: string): boolean {
  const type = headers.get('content-type') ?? '';
  const { filename = '' } = parse(headers.get('content-disposition') ?? '').parameters;
  return isAsset(type, name) || isAsset(type, filename);
}
