import { Readable } from 'node:stream';
import type { AssetResponse } from '../asset-client.ts';

/** Converts a fetch response to an asset response. */
export const assetResponse = ({ status, headers, body }: Response): AssetResponse => ({
  status,
  headers,
  // The two type libraries treat the same stream type as different.
  body: body ? Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]) : Readable.from([]),
});
