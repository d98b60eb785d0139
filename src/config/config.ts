import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { ANY_HOST } from '../content/host-rules.ts';
import { deliveryProblems, deliverySettings, forwardOf, mailOf } from './delivery-settings.ts';
import { type Environment, environmentWith } from './environment.ts';
import { readRedirectsFile } from './redirects-file.ts';
import {
  assetHosts,
  bearerToken,
  headers,
  origin,
  secret,
  securityContact,
  urlWithoutUser,
  whole,
} from './setting-types.ts';
import { bucketProblems, s3Of, storeProblems, storeSettings } from './store-settings.ts';

const DAY_S = 86_400;

/** The longest time that Node's timers can wait. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Headers of the connection, which `fetch` sets itself. */
const CONNECTION_HEADER =
  /^(?:host|connection|content-length|expect|keep-alive|transfer-encoding|upgrade)$/iu;

const apiHeaders = headers.refine(
  (given) => !Object.keys(given).some((name) => CONNECTION_HEADER.test(name)),
  'must not name a header of the connection, such as Host',
);

const settings = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: whole(3000, { max: 65_535 }),
  HOST: z.string().optional(),
  SITE_URL: origin.optional(),
  API_BASE_URL: urlWithoutUser('API_HEADERS')
    .transform((text) => text.replace(/(?<!\/)\/+$/u, ''))
    .optional(),
  API_HEADERS: apiHeaders.default({}),
  API_TIMEOUT_MS: whole(3000, { min: 1, max: MAX_TIMER_MS }),
  ASSET_HOSTS: assetHosts.default([ANY_HOST]),
  CONTENT_DIR: z.string().optional(),
  CONTENT_FRESH_S: whole(60),
  CONTENT_STALE_S: whole(DAY_S),
  DATA_DIR: z.string().default('./data'),
  SESSION_SECRET: secret.optional(),
  TRUST_PROXY: whole(0),
  RATE_LIMIT_PER_MINUTE: whole(60),
  WEB_CONCURRENCY: whole(1, { min: 1, max: 64 }),
  CLAMD_URL: z
    .string()
    .regex(/^(?:tcp:\/\/[^/\s]+:\d+|unix:\/\S+)$/u, 'must be tcp://host:port or unix:/path')
    .optional(),
  CAPTCHA_TEST_ANSWER: z.string().optional(),
  METRICS_TOKEN: z.string().optional(),
  CONTENT_HOOK_TOKEN: bearerToken.optional(),
  REDIRECTS_FILE: z.string().optional(),
  SECURITY_CONTACT: securityContact.optional(),
  ...deliverySettings,
  ...storeSettings,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

type Settings = z.infer<typeof settings>;

const storeOnly = z.object({ DATA_DIR: settings.shape.DATA_DIR, ...storeSettings });

/** All problems of the settings at once, a line each, by the variable's name. */
export class SettingsError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`The settings are wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/**
 * Reads every setting once, and the file that one of them names, from the environment unless told otherwise. An empty variable counts as unset, but for
 * `ASSET_HOSTS`, where it means no hosts.
 * Durations come back in milliseconds, folders as absolute paths.
 */
export function readConfig(environment: Environment = environmentWith({}, {})) {
  const given = givenIn(environment);
  const { redirects, problems } = readRedirectsFile(given);
  const others = [
    ...storeProblems(given),
    ...productionProblems(given),
    ...deliveryProblems(given),
    ...problems,
  ];
  return { ...toConfig(valuesOf(settings.safeParse(given), others)), redirects };
}

/** Where applications and their files are kept, and what signs: reads the settings that say so, and no others. */
export function readStoreConfig(environment: Environment) {
  const given = givenIn(environment);
  const values = valuesOf(storeOnly.safeParse(given), bucketProblems(given));
  return {
    dataDir: path.resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    s3: s3Of(values),
    sessionSecret: given.SESSION_SECRET,
  };
}

function givenIn(environment: Environment): Environment {
  const isGiven = ([name, value]: [string, string | undefined]) =>
    name === 'ASSET_HOSTS' ? value !== undefined : value?.trim();
  return Object.fromEntries(Object.entries(environment).filter(isGiven));
}

/** What was read. Throws all that is wrong with it, `others` included. */
function valuesOf<Values>(parsed: z.ZodSafeParseResult<Values>, others: string[]): Values {
  const faults = (parsed.error?.issues ?? []).map(
    ({ path: [name], message }) => `${name?.toString()} ${message}`,
  );
  const problems = [...faults, ...others];
  if (!parsed.success || problems.length > 0) throw new SettingsError(problems);
  return parsed.data;
}

export type Config = ReturnType<typeof readConfig>;

function productionProblems(given: Environment): string[] {
  if (given.NODE_ENV !== 'production') return [];
  return [
    ...(given.SITE_URL ? [] : ['SITE_URL is required when NODE_ENV is production']),
    ...(given.CAPTCHA_TEST_ANSWER ? ['CAPTCHA_TEST_ANSWER must not be set when NODE_ENV is production'] : []),
  ];
}

/** Folders that cannot be used as they must be; the data folder is made where it is missing. */
export function checkFolders({ contentDir, dataDir }: Config): void {
  const problems: string[] = [];
  if (contentDir && !statSync(contentDir, { throwIfNoEntry: false })?.isDirectory()) {
    problems.push(`CONTENT_DIR is no folder: ${contentDir}`);
  }
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK);
  } catch {
    problems.push(`DATA_DIR cannot be written: ${dataDir}`);
  }
  if (problems.length > 0) throw new SettingsError(problems);
}

function toConfig(values: Settings) {
  return {
    isProduction: values.NODE_ENV === 'production',
    port: values.PORT,
    host: values.HOST,
    siteUrl: values.SITE_URL ?? `http://localhost:${values.PORT}`,
    siteUrlIsGuessed: values.SITE_URL === undefined,
    api: { baseUrl: values.API_BASE_URL, headers: values.API_HEADERS, timeoutMs: values.API_TIMEOUT_MS },
    assetHosts: values.ASSET_HOSTS,
    contentDir: values.CONTENT_DIR && path.resolve(values.CONTENT_DIR),
    freshMs: values.CONTENT_FRESH_S * 1000,
    staleMs: values.CONTENT_STALE_S * 1000,
    dataDir: path.resolve(values.DATA_DIR),
    sessionSecret: values.SESSION_SECRET,
    trustProxy: values.TRUST_PROXY,
    rateLimitPerMinute: values.RATE_LIMIT_PER_MINUTE,
    workers: values.WEB_CONCURRENCY,
    clamdUrl: values.CLAMD_URL,
    captchaTestAnswer: values.CAPTCHA_TEST_ANSWER,
    metricsToken: values.METRICS_TOKEN,
    contentHookToken: values.CONTENT_HOOK_TOKEN,
    securityContact: values.SECURITY_CONTACT,
    databaseUrl: values.DATABASE_URL,
    s3: s3Of(values),
    forward: forwardOf(values),
    mail: mailOf(values),
    logLevel: values.LOG_LEVEL,
  };
}
