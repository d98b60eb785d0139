import path from 'node:path';
import type { Logger } from 'pino';
import { createQuotas } from '../../http/middleware/limiters.ts';
import { createCaptchaCodes } from '../captcha/captcha-codes.ts';
import type { Store } from '../store/index.ts';
import { createCheckerPool } from '../uploads/checks/checker-pool.ts';
import { createVirusScan } from '../uploads/virus-scan.ts';
import { createFormSessions } from './session.ts';
import { createFormTokens, createReceiptLinks } from './signed-tokens.ts';

type Parts = {
  store: Store;
  secret: string;
  siteUrl: string;
  distDir: string;
  /** A rate of 0 disables the limit per client address. */
  rateLimitPerMinute: number;
  captchaTestAnswer?: string;
  clamdUrl?: string;
  log: Logger;
};

/** Creates the services that only the form uses. */
export function createFormServices({ store, secret, siteUrl, distDir, log, ...settings }: Parts) {
  const quotas = createQuotas({ secret, rateLimitPerMinute: settings.rateLimitPerMinute });
  return {
    quotas,
    formTokens: createFormTokens(secret),
    receiptLinks: createReceiptLinks(secret),
    formSessions: createFormSessions({ store, secret, siteUrl }),
    captchaCodes: createCaptchaCodes({
      store,
      secret,
      samplesDir: path.join(distDir, 'captcha-samples'),
      testAnswer: settings.captchaTestAnswer,
      quotas,
    }),
    checkers: createCheckerPool(),
    virusScan: createVirusScan({ url: settings.clamdUrl, store, log }),
  };
}
