import type { Logger } from 'pino';
import { type AssetClientOptions, createAssetClient } from './asset-client.ts';
import { createAssetHosts } from './asset-hosts.ts';
import { createAssets } from './assets.ts';
import { createPictures } from './pictures.ts';
import { createSignedAddresses } from './signed-addresses.ts';

type Parts = {
  baseUrl: string;
  siteUrl: string;
  assetHosts: readonly string[];
  api: { timeoutMs: number };
  secret: string;
  dataDir: string;
  freshMs: number;
  log: Logger;
} & Pick<AssetClientOptions, 'countCall' | 'refresh'>;

/** Files and pictures that content names. */
export function createContentAssets({ baseUrl, siteUrl, secret, dataDir, log, ...parts }: Parts) {
  const hosts = createAssetHosts({
    baseUrl,
    allowed: parts.assetHosts,
    onRefused: (refused) => log.warn(refused, 'asset host refused'),
  });
  const signed = createSignedAddresses();
  const assets = createAssets({ secret, baseUrl, siteUrl, hosts, signed });
  const assetClient = createAssetClient({
    hosts,
    signed,
    refresh: parts.refresh,
    timeoutMs: parts.api.timeoutMs,
    countCall: parts.countCall,
  });
  const pictures = createPictures({
    client: assetClient,
    assets,
    dataDir,
    retryMs: parts.freshMs,
    onUnreadable: (picture) => log.warn({ picture }, 'picture left out: no browser shows this file'),
  });
  return { assets, assetClient, pictures, noteSource: signed.noteFrom };
}
