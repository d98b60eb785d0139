import autocannon from 'autocannon';
import { replyToParent } from '../support/child-process.ts';

/** `duration` in seconds. */
export type Load = { url: string; headers: Record<string, string>; duration: number };

/** Requests per second. */
async function rateOf(load: Load): Promise<number> {
  const { requests, duration, errors, non2xx } = await autocannon({
    ...load,
    connections: 100,
    sampleInt: 50,
  });
  if (errors + non2xx > 0 || requests.total === 0)
    throw new Error(`${load.url}: ${errors + non2xx} of ${requests.total} requests failed`);
  return requests.total / duration;
}

// Uses one process for all rounds, because a new autocannon worker is the bottleneck until V8 has compiled it.
replyToParent(rateOf);
