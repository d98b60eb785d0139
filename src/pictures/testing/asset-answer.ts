import { Readable } from 'node:stream';
import type { AssetAnswer } from '../../backend/asset-answer.ts';

/** What a server of files would answer by this. */
export const assetAnswer = ({ status, ok, headers, body }: Response): AssetAnswer => ({
  status,
  ok,
  headers,
  // The two libraries of types tell streams apart that are the same.
  body: body ? Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]) : Readable.from([]),
});
