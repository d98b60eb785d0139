import { Webhook } from 'standardwebhooks';

const SECOND_MS = 1000;

/**
 * The three headers of Standard Webhooks (https://www.standardwebhooks.com) over a payload. `secret` begins with `whsec_`; `now`
 * in milliseconds since 1970.
 */
export const signatureHeaders = (
  secret: string,
  id: string,
  payload: string,
  now = Date.now(),
): Record<string, string> => ({
  'webhook-id': id,
  'webhook-timestamp': `${Math.floor(now / SECOND_MS)}`,
  'webhook-signature': new Webhook(secret).sign(id, new Date(now), payload),
});
