import { randomUUID } from 'node:crypto';
import { createAssetClient } from '../../assets/asset-client.ts';
import { createAssetHosts, type RefusedHost } from '../../assets/asset-hosts.ts';
import { createAssets } from '../../assets/assets.ts';
import { createCache } from '../../backend/cache.ts';
import { type Client, createClient } from '../../backend/client.ts';
import { createContent } from '../../backend/content.ts';
import { noCopies } from '../../backend/content-copies.ts';
import type { Config } from '../../config/config.ts';
import type { RecordProblem } from '../../content/menu/menu-items.ts';
import type { Language } from '../../i18n/languages.ts';
import { DAY_MS } from '../../lib/days.ts';
import { createSafe } from '../../pages/safe-content.ts';

/** A call that was answered: `ms` it took, how many records it brought, and what does not fit the contract. */
export type Call = { path: string; ms: number; records: number; problems: readonly RecordProblem[] };

/** The backend's content in one language, read as the site reads it; every call and every asset is noted. */
export function watchContent({ api, assetHosts }: Config, baseUrl: string, language: Language) {
  const calls: Call[] = [];
  const named = new Set<string>();
  const refusedHosts: RefusedHost[] = [];
  const hosts = createAssetHosts({
    baseUrl,
    allowed: assetHosts,
    onRefused: (refused) => refusedHosts.push(refused),
  });
  const client = createClient({ baseUrl, headers: api.headers, timeoutMs: api.timeoutMs });
  // Its addresses lead nowhere: they are only read back.
  const assets = createAssets({ secret: randomUUID(), baseUrl, hosts });
  const href = (url: string): string | undefined => {
    const own = assets.href(url);
    if (own) named.add(own);
    return own;
  };

  const get: Client['get'] = async (path, query, asked) => {
    const startedAt = performance.now();
    const answer = await client.get(path, query, asked);
    calls.push({ path, ms: performance.now() - startedAt, records: countOf(answer.data), problems: [] });
    return answer;
  };

  const content = createContent({
    client: { get },
    cache: createCache({ freshMs: DAY_MS, staleMs: DAY_MS, onStale: () => undefined }),
    copies: noCopies,
    // Told right after the call that it is about.
    report: (path, _data, problems) => {
      const call = calls.findLast((one) => one.path === path);
      if (call) call.problems = problems;
    },
    safe: () => createSafe({ ...assets, href }, language),
    timeoutMs: api.timeoutMs,
  });

  return {
    language,
    calls,
    assetClient: createAssetClient({ timeoutMs: api.timeoutMs, hosts }),
    /** Hosts of assets that the site does not ask, each once. */
    refusedHosts,
    /** A reader with a time limit of its own. */
    reader: () => content.reader(language),
    /** Where the assets lie that answers named, in the order in which they were named. */
    assetUrls: (): string[] =>
      [...named].flatMap((own) => {
        const [, , token = '', name = ''] = own.split('/');
        return assets.resolve(token, decodeURIComponent(name)) ?? [];
      }),
  };
}

export type WatchedContent = ReturnType<typeof watchContent>;

/** How many records an answer holds: of a list, or of a page of one, with all that is nested in it. */
function countOf(data: unknown): number {
  if (Array.isArray(data)) {
    const nested = data.map((one) => one?.children).filter(Array.isArray);
    return nested.reduce((sum, children) => sum + countOf(children), data.length);
  }
  const { list } = data as { list?: unknown };
  return Array.isArray(list) ? list.length : 1;
}
