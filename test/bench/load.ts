import autocannon from 'autocannon';
import { replyToParent } from '../support/child-process.ts';

/** `duration` in seconds. */
export type Load = { url: string; encoding: string; duration: number };

// One process serves all rounds: a new one is the bottleneck until V8 has compiled autocannon.
replyToParent(async ({ url, encoding, duration }: Load) => {
  const headers = { 'accept-encoding': encoding };
  const result = await autocannon({ url, headers, duration, connections: 100, sampleInt: 50 });
  if (result.errors + result.non2xx > 0) throw new Error(`${url}: ${result.errors + result.non2xx} failures`);
  return result.requests.total / result.duration;
});
