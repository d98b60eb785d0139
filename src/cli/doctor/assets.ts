import { isFile } from '../../backend/asset-answer.ts';
import { fileName } from '../../backend/asset-tokens.ts';
import { type Finding, fault, ok, reasonOf, warning } from './finding.ts';
import type { WatchedContent } from './watched-content.ts';

/** Pictures and files that are fetched, in each language. */
const MAX_ASSETS = 5;
const FOUND = [200, 206];

export async function checkAssets({ language, client, assetUrls }: WatchedContent): Promise<Finding> {
  const what = `assets ${language}`;
  const urls = assetUrls().slice(0, MAX_ASSETS);
  const failures: string[] = [];
  for (const url of urls) {
    const said = await failureOf(client, url).catch(reasonOf);
    if (said) failures.push(`${url}: ${said}`);
  }
  if (failures.length > 0) return fault(what, `${failures.length} of ${urls.length} cannot be had`, failures);
  return ok(what, urls.length > 0 ? `${urls.length} of ${assetUrls().length} fetched` : 'none was named');
}

async function failureOf(client: WatchedContent['client'], url: string): Promise<string | undefined> {
  const answer = await client.open(url, { range: 'bytes=0-0' }, new AbortController().signal);
  answer.body.destroy();
  if (!FOUND.includes(answer.status)) return `answered ${answer.status}`;
  const isPassedOn = isFile(answer, fileName(url));
  return isPassedOn ? undefined : `no file, but ${answer.headers.get('content-type') ?? 'without a type'}`;
}

/** Whether all hosts that the backend named may be asked; told after all else that names or asks them. */
export function checkAssetHosts({ language, refusedHosts }: WatchedContent): Finding {
  const what = `asset hosts ${language}`;
  if (refusedHosts.length === 0) return ok(what, 'all that were named may be asked');
  const lines = refusedHosts.map(({ host, reason }) => `${host}: ${reason}`);
  return warning(what, `${lines.length} not asked: pictures left out, files as plain links`, lines);
}
