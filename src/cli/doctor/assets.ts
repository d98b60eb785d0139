import { type Finding, fault, ok, reasonOf } from './finding.ts';
import type { WatchedContent } from './watched-content.ts';

/** Pictures and files that are fetched, in each language. */
const MAX_ASSETS = 5;
const FOUND = [200, 206];

/** Whether the first assets that the backend named can be had. */
export async function checkAssets({ language, client, assetUrls }: WatchedContent): Promise<Finding> {
  const what = `assets ${language}`;
  const urls = assetUrls().slice(0, MAX_ASSETS);
  const faults: string[] = [];
  for (const url of urls) {
    const said = await faultOf(client, url).catch(reasonOf);
    if (said) faults.push(`${url}: ${said}`);
  }
  if (faults.length > 0) return fault(what, `${faults.length} of ${urls.length} cannot be had`, faults);
  return ok(what, urls.length > 0 ? `${urls.length} of ${assetUrls().length} fetched` : 'none was named');
}

async function faultOf(client: WatchedContent['client'], url: string): Promise<string | undefined> {
  const answer = await client.open(url, { range: 'bytes=0-0' }, new AbortController().signal);
  await answer.body?.cancel();
  return FOUND.includes(answer.status) ? undefined : `answered ${answer.status}`;
}
