import * as z from 'zod';
import { ANY_HOST, parseHostRule } from '../content/host-rules.ts';
import { readJson } from '../lib/json.ts';

/** Minimum length of bearer tokens and the secret that signs tokens. */
export const MIN_SECRET_LENGTH = 16;

const DAY_S = 86_400;

/** Maximum delay of Node's timers. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Headers that `fetch` sets itself. */
const CONNECTION_HEADER =
  /^(?:host|connection|content-length|expect|keep-alive|transfer-encoding|upgrade)$/iu;

/** Headers that forwarding or HTTP sets itself. */
const FORWARD_HEADER =
  /^(?:content-(?:type|length)|transfer-encoding|connection|host|expect|idempotency-key|webhook-.*)$/iu;

/** A secret of Standard Webhooks (https://www.standardwebhooks.com). */
const WEBHOOK_SECRET = /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/u;

const EMAIL_ADDRESS = /^[^\s@<>,;:"]+@[^\s@<>,;:"]+$/u;
/** Matches an email address, or a name followed by an email address in angle brackets. */
const SENDER = /^(?:[^<>\r\n]*<[^\s@<>,;:"]+@[^\s@<>,;:"]+>|[^\s@<>,;:"]+@[^\s@<>,;:"]+)$/u;

/** Matches bucket names (https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html), including legacy ones. */
const BUCKET_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/u;

const text = z.string();

const wholeNumber = (fallback: number, { min = 0, max = Number.MAX_SAFE_INTEGER } = {}) =>
  text
    .regex(/^\d+$/u, `must be a whole number of at least ${min}`)
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))
    .default(fallback);

const yesOrNo = z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true');

const splitList = (value: string): string[] =>
  value
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);

const withoutTrailingSlash = (value: string): string => value.replace(/(?<!\/)\/+$/u, '');

const httpUrl = text.refine((value) => /^https?:\/\//iu.test(value) && URL.canParse(value), {
  message: 'must be an http or https URL',
  abort: true,
});

const urlWithoutUser = httpUrl.refine((value) => {
  const { username, password } = new URL(value);
  return username === '' && password === '';
}, 'must not contain a user or password: set an Authorization header instead');

const origin = httpUrl
  .refine((value) => /^\/?$/u.test(new URL(value).pathname), 'must be an origin without a path')
  .transform((value) => new URL(value).origin);

const assetHosts = text.transform((value, context): string[] =>
  splitList(value).map((one) => {
    const rule = parseHostRule(one);
    const message = `must be hosts, such as cdn.example.com, *.example.com, 10.0.0.5:9000 or *; not ${one}`;
    if (rule === undefined) context.addIssue({ code: 'custom', message });
    return rule ?? z.NEVER;
  }),
);

const securityContact = text.refine(
  (value) => /^(?:mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/u.test(value) && URL.canParse(value),
  'must be a mailto: or https: URL',
);

const secret = text.min(MIN_SECRET_LENGTH, `must have ${MIN_SECRET_LENGTH} characters or more`);

/** Must be long: only the limit on all requests slows down guesses of the content hook token. */
const bearerToken = secret.regex(
  /^[\x21-\x7e]+$/u,
  'must be ASCII letters, digits and symbols without spaces',
);

const createHeadersSchema = (reserved: RegExp) =>
  text
    .transform((value, context): Record<string, string> => {
      const parsed = z.record(z.string(), z.string()).safeParse(readJson(value));
      if (parsed.success && areValidHeaders(parsed.data)) return parsed.data;
      context.addIssue({ code: 'custom', message: 'must be a JSON object of header names and values' });
      return z.NEVER;
    })
    .refine(
      (headers) => !Object.keys(headers).some((name) => reserved.test(name)),
      'must not name a header that HTTP or the site sets, such as Host',
    );

function areValidHeaders(headers: Record<string, string>): boolean {
  try {
    return new Headers(headers) !== undefined;
  } catch {
    return false;
  }
}

const databaseUrl = text.refine(
  (value) => /^postgres(?:ql)?:\/\//u.test(value) && URL.canParse(value),
  'must be a postgres URL, such as postgres://user:password@db.example.com/plinth',
);

const s3Prefix = text
  .regex(
    /^\w[\w.-]*(?:\/\w[\w.-]*)*\/?$/u,
    'must be names of letters, digits, dots and hyphens, separated by slashes',
  )
  .transform((value) => value.replace(/(?<!\/)\/*$/u, '/'));

const smtpUrl = text.refine(
  (value) => /^smtps?:\/\//iu.test(value) && URL.canParse(value) && new URL(value).hostname !== '',
  'must be an smtp or smtps URL, such as smtps://user:password@mail.example.com',
);

const emailAddresses = text
  .transform(splitList)
  .refine((all) => all.length > 0 && all.every((one) => EMAIL_ADDRESS.test(one)), {
    message: 'must be email addresses separated by commas',
  });

/** The settings that define where applications and their files are stored. */
const storeSettings = {
  DATA_DIR: text.default('./data'),
  DATABASE_URL: databaseUrl.optional(),
  S3_BUCKET: text.regex(BUCKET_NAME, 'must be the name of a bucket').optional(),
  // Stores without regions accept this one.
  S3_REGION: text.default('us-east-1'),
  S3_ENDPOINT: httpUrl
    .refine((value) => !/[@?#]/u.test(value), 'must not contain a user, password, query or fragment')
    .transform(withoutTrailingSlash)
    .optional(),
  S3_PREFIX: s3Prefix.default(''),
  S3_ACCESS_KEY_ID: text.default(''),
  S3_SECRET_ACCESS_KEY: text.default(''),
  S3_PATH_STYLE: yesOrNo.optional(),
};
export const storeSchema = z.object(storeSettings);

/** The settings, keyed by environment variable. */
export const schema = z.object({
  ...storeSettings,
  NODE_ENV: text.default('development'),
  PORT: wholeNumber(3000, { max: 65_535 }),
  HOST: text.optional(),
  SITE_URL: origin.optional(),
  HSTS_SUBDOMAINS: yesOrNo.default(false),
  API_BASE_URL: urlWithoutUser.transform(withoutTrailingSlash).optional(),
  API_HEADERS: createHeadersSchema(CONNECTION_HEADER).default({}),
  API_TIMEOUT_MS: wholeNumber(3000, { min: 1, max: MAX_TIMER_MS }),
  ASSET_HOSTS: assetHosts.default([ANY_HOST]),
  CONTENT_DIR: text.optional(),
  CONTENT_FRESH_S: wholeNumber(60),
  CONTENT_STALE_S: wholeNumber(DAY_S),
  SESSION_SECRET: secret.optional(),
  TRUST_PROXY: wholeNumber(0),
  RATE_LIMIT_PER_MINUTE: wholeNumber(60),
  CLAMD_URL: text
    .regex(/^(?:tcp:\/\/[^/\s]+:\d+|unix:\/\S+)$/u, 'must be tcp://host:port or unix:/path')
    .optional(),
  CAPTCHA_TEST_ANSWER: text.optional(),
  METRICS_TOKEN: text.optional(),
  CONTENT_HOOK_TOKEN: bearerToken.optional(),
  REDIRECTS_FILE: text.optional(),
  ROOT_FILES: text.optional(),
  SECURITY_CONTACT: securityContact.optional(),
  FORWARD_URL: urlWithoutUser.optional(),
  FORWARD_SECRET: text.regex(WEBHOOK_SECRET, 'must be whsec_ and 24 to 64 bytes in base64').optional(),
  FORWARD_HEADERS: createHeadersSchema(FORWARD_HEADER).default({}),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: text
    .regex(SENDER, 'must be an email address, or a name and an email address in angle brackets')
    .optional(),
  MAIL_TO: emailAddresses.default([]),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export type Values = z.infer<typeof schema>;
