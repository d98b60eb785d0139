import type { ForwardSettings } from '../../config/delivery-settings.ts';
import { statusText } from '../../deliveries/forward/receiver-response.ts';
import { connectionErrorText, requestReceiver } from '../../deliveries/forward/request-receiver.ts';
import { isServersFault } from '../../lib/failures.ts';
import { type Finding, fault, ok, warning } from './finding.ts';

const WHAT = 'FORWARD_URL';

/** What an answer may take, the connection included, in milliseconds. */
const LIMIT_MS = 10_000;

/**
 * Whether the group's own system answers at all, by a HEAD with the settings' headers: it changes nothing there. It has to
 * understand POST alone, so any status below 500 will do.
 */
export async function checkForward(
  forward: Pick<ForwardSettings, 'url' | 'headers'>,
  limitMs = LIMIT_MS,
): Promise<Finding> {
  // The query may hold a key.
  const { origin } = new URL(forward.url);
  const asked = { method: 'HEAD', signal: AbortSignal.timeout(limitMs) } as const;
  try {
    return await requestReceiver(forward, asked, ({ status }) => {
      const said = `${origin} ${statusText(status)} to a HEAD`;
      return isServersFault(status) ? warning(WHAT, said) : ok(WHAT, said);
    });
  } catch (error) {
    return fault(WHAT, `${origin} does not answer: ${connectionErrorText(error)}`);
  }
}
