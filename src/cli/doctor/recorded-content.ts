import { randomUUID } from 'node:crypto';
import { createAssetClient } from '../../assets/asset-client.ts';
import { createAssetHosts, type RefusedHost } from '../../assets/asset-hosts.ts';
import { createAssets } from '../../assets/assets.ts';
import { createCache } from '../../backend/cache.ts';
import { createContent } from '../../backend/content.ts';
import { noCopies } from '../../backend/content-copies.ts';
import type { Config } from '../../config/config.ts';
import type { RecordProblem } from '../../content/menu/menu-items.ts';
import { openContentSource } from '../../content-folder/content-source.ts';
import type { Language } from '../../i18n/languages.ts';
import { DAY_MS } from '../../lib/days.ts';
import { createSafe } from '../../site/layout/safe-content.ts';

type Call = { path: string; ms: number; records: number; problems: readonly RecordProblem[] };

/** Reads the content of one language as the site does, and records each call and each asset. */
export function recordContent(config: Config, distDir: string, language: Language) {
  const { api, assetHosts, siteUrl } = config;
  const { baseUrl, timeoutMs } = api;
  const calls: Call[] = [];
  const assetUrls = new Set<string>();
  const refusedHosts: RefusedHost[] = [];
  const hosts = createAssetHosts({
    baseUrl,
    allowed: assetHosts,
    onRefused: (refused) => refusedHosts.push(refused),
  });
  const { client, openFile } = openContentSource({ ...config, distDir });
  const assets = createAssets({ secret: randomUUID(), baseUrl, siteUrl, hosts });

  const recordAsset = (url: string): string | undefined => {
    const href = assets.href(url);
    const [, , token = '', name = ''] = href?.split('/') ?? [];
    const resolved = assets.resolve(token, decodeURIComponent(name));
    if (resolved) assetUrls.add(resolved);
    return href;
  };
  const content = createContent({
    client: {
      get: async (...call) => {
        const startedAt = performance.now();
        const response = await client.get(...call);
        const ms = performance.now() - startedAt;
        calls.push({ path: call[0], ms, records: countRecords(response.data), problems: [] });
        return response;
      },
    },
    cache: createCache({ freshMs: DAY_MS, staleMs: DAY_MS, onStale: () => undefined }),
    copies: noCopies,
    report: (path, _data, problems) => {
      const call = calls.findLast((one) => one.path === path);
      if (call) call.problems = problems;
    },
    safe: () => createSafe({ ...assets, href: recordAsset }, language),
    timeoutMs,
  });

  return {
    language,
    calls,
    assetUrls,
    assetClient: createAssetClient({ timeoutMs, hosts, openFile }),
    refusedHosts,
    reader: () => content.reader(language),
  };
}

export type RecordedContent = ReturnType<typeof recordContent>;

const countRecords = (data: unknown): number => {
  const list = Array.isArray(data) ? data : (data as { list?: unknown }).list;
  return Array.isArray(list) ? list.length : 1;
};
