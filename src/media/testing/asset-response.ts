import { Readable } from 'node:stream';
import type { AssetResponse } from '../asset-client.ts';

/** Converts a fetch response. */
export const assetResponse = ({ status, headers, body }: Response): AssetResponse => ({
  status,
  headers,
  // The two libraries of types tell streams apart that are the same.
  body: body ? Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]) : Readable.from([]),
});
