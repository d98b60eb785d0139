import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type * as z from 'zod';
import { explainNoAccess, findExisting, giveTo } from '../lib/file-access.ts';
import { type Environment, environmentWith } from './environment.ts';
import { schema, storeSchema, type Values } from './schema.ts';
import { readRedirectsFile, readRootFiles } from './setting-files.ts';
import { describeUnknownSettings, findConflicts, findStoreProblems } from './setting-rules.ts';

/** Names all invalid settings, one per line. */
export class SettingsError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`The settings are wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/** `secret` starts with `whsec_`. */
export type ForwardSettings = { url: string; secret?: string; headers: Record<string, string> };

export type MailSettings = NonNullable<ReturnType<typeof toMailSettings>>;
export type S3Settings = NonNullable<ReturnType<typeof toS3Settings>>;

export type Config = ReturnType<typeof readConfig>;

/** Reads all settings and the files that they name. An empty variable is unset, but an empty ASSET_HOSTS means no hosts. */
export function readConfig(environment: Environment = environmentWith({}, {})) {
  const variables = withoutEmpty(environment);
  const { redirects, problems } = readRedirectsFile(variables);
  const { rootFiles, problems: fileProblems } = readRootFiles(variables);
  const otherProblems = [...findConflicts(variables), ...problems, ...fileProblems];
  const values = parseOrThrow(schema.safeParse(variables), otherProblems, variables);
  return { ...toConfig(values), redirects, rootFiles };
}

/** Reads only the secret and the settings that define where applications and their files are stored. */
export function readStoreConfig(environment: Environment) {
  const variables = withoutEmpty(environment);
  const values = parseOrThrow(storeSchema.safeParse(variables), findStoreProblems(variables));
  return {
    dataDir: path.resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    s3: toS3Settings(values),
    sessionSecret: variables.SESSION_SECRET,
  };
}

function withoutEmpty(environment: Environment): Environment {
  const isGiven = ([name, value]: [string, string | undefined]) =>
    name === 'ASSET_HOSTS' ? value !== undefined : value?.trim();
  return Object.fromEntries(Object.entries(environment).filter(isGiven));
}

function parseOrThrow<T>(
  parsed: z.ZodSafeParseResult<T>,
  otherProblems: string[],
  variables: Environment = {},
): T {
  const invalid = (parsed.error?.issues ?? []).map(
    ({ path: [name], message }) => `${name?.toString()} ${message}`,
  );
  const problems = [...invalid, ...otherProblems];
  if (!parsed.success || problems.length > 0)
    throw new SettingsError([...problems, ...describeUnknownSettings(variables)]);
  return parsed.data;
}

/** Throws unless CONTENT_DIR is readable, and DATA_DIR can be written or created. Changes nothing. */
export function checkFolders({ contentDir, dataDir }: Config): void {
  const { R_OK, W_OK, X_OK } = constants;
  const problems: string[] = [];
  if (contentDir && !isFolder(contentDir, R_OK | X_OK))
    problems.push(`CONTENT_DIR is not a folder that can be read: ${contentDir}`);
  const existing = findExisting(dataDir);
  if (!isFolder(existing, W_OK | X_OK)) {
    const create = (user: string) => `install -d -o ${user} -m 700 ${dataDir}`;
    const advise = existing === dataDir ? giveTo(dataDir) : create;
    const reason = explainNoAccess(existing, advise) ?? `${existing} is not a folder`;
    problems.push(`DATA_DIR cannot be used: ${reason}`);
  }
  if (problems.length > 0) throw new SettingsError(problems);
}

export function prepareFolders(config: Config): void {
  checkFolders(config);
  mkdirSync(config.dataDir, { recursive: true });
}

function isFolder(folder: string, mode: number): boolean {
  try {
    accessSync(folder, mode);
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}

const toConfig = (values: Values) => ({
  isProduction: values.NODE_ENV === 'production',
  port: values.PORT,
  host: values.HOST,
  siteUrl: values.SITE_URL ?? `http://localhost:${values.PORT}`,
  siteUrlIsGuessed: values.SITE_URL === undefined,
  hstsSubdomains: values.HSTS_SUBDOMAINS,
  api: { baseUrl: values.API_BASE_URL, headers: values.API_HEADERS, timeoutMs: values.API_TIMEOUT_MS },
  assetHosts: values.ASSET_HOSTS,
  contentDir: values.CONTENT_DIR && path.resolve(values.CONTENT_DIR),
  freshMs: values.CONTENT_FRESH_S * 1000,
  staleMs: values.CONTENT_STALE_S * 1000,
  dataDir: path.resolve(values.DATA_DIR),
  sessionSecret: values.SESSION_SECRET,
  trustProxy: values.TRUST_PROXY,
  rateLimitPerMinute: values.RATE_LIMIT_PER_MINUTE,
  clamdUrl: values.CLAMD_URL,
  captchaTestAnswer: values.CAPTCHA_TEST_ANSWER,
  metricsToken: values.METRICS_TOKEN,
  contentHookToken: values.CONTENT_HOOK_TOKEN,
  securityContact: values.SECURITY_CONTACT,
  databaseUrl: values.DATABASE_URL,
  s3: toS3Settings(values),
  forward: toForwardSettings(values),
  mail: toMailSettings(values),
  logLevel: values.LOG_LEVEL,
});

/** Settings of an S3-compatible store. `prefix` is empty or ends with a slash. */
const toS3Settings = (values: z.infer<typeof storeSchema>) =>
  values.S3_BUCKET === undefined
    ? undefined
    : {
        bucket: values.S3_BUCKET,
        region: values.S3_REGION,
        endpoint: values.S3_ENDPOINT,
        prefix: values.S3_PREFIX,
        accessKeyId: values.S3_ACCESS_KEY_ID,
        secretAccessKey: values.S3_SECRET_ACCESS_KEY,
        // Wildcard certificates do not match a bucket's host name with dots.
        pathStyle:
          values.S3_PATH_STYLE ?? (values.S3_ENDPOINT !== undefined || values.S3_BUCKET.includes('.')),
      };

const toForwardSettings = (values: Values): ForwardSettings | undefined =>
  values.FORWARD_URL === undefined
    ? undefined
    : { url: values.FORWARD_URL, secret: values.FORWARD_SECRET, headers: values.FORWARD_HEADERS };

/** `to` receives an email for each application. If it is empty, only receipts are sent. */
const toMailSettings = ({ SMTP_URL: smtpUrl, MAIL_FROM: from, MAIL_TO: to }: Values) =>
  smtpUrl === undefined || from === undefined ? undefined : { smtpUrl, from, to };
