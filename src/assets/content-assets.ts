import type { Logger } from 'pino';
import { type AssetClientOptions, createAssetClient } from './asset-client.ts';
import { createAssetHosts } from './asset-hosts.ts';
import { createAssets } from './assets.ts';
import { createPictures } from './pictures.ts';
import { createSignedAddresses } from './signed-addresses.ts';

type Parts = {
  siteUrl: string;
  assetHosts: readonly string[];
  api: { baseUrl?: string; timeoutMs: number };
  secret: string;
  dataDir: string;
  freshMs: number;
  log: Logger;
} & Pick<AssetClientOptions, 'countCall' | 'openFile' | 'refresh'>;

/** Files and pictures that content names. */
export function createContentAssets({ api, siteUrl, secret, dataDir, log, ...parts }: Parts) {
  const { baseUrl, timeoutMs } = api;
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
    timeoutMs,
    openFile: parts.openFile,
    refresh: parts.refresh,
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
