import type { Config } from './config.ts';
import type { Environment } from './environment.ts';
import { describeUnknownSettings } from './setting-rules.ts';

const LOOPBACK = /^(?:127\.|::1$|localhost$)/u;

/** Finds settings that are valid but seldom intended, for the log and the doctor. */
export function findSettingWarnings(config: Config, environment: Environment): string[] {
  const { trustProxy, host = '' } = config;
  const rules: [isDoubtful: boolean, text: string][] = [
    [config.siteUrlIsGuessed, `SITE_URL is not set: absolute links start with ${config.siteUrl}`],
    [
      trustProxy > 0 && !LOOPBACK.test(host),
      `TRUST_PROXY is set and HOST is ${host || 'all interfaces'}: clients that bypass the proxy can choose the IP address that limits count. Set HOST=127.0.0.1, or let only the proxy reach the port`,
    ],
    [
      config.databaseUrl !== undefined && !config.s3,
      'DATABASE_URL without S3_BUCKET: files are in DATA_DIR: use one machine, or share the folder',
    ],
  ];
  const rulesInProduction: typeof rules = [
    [config.clamdUrl === undefined, 'CLAMD_URL is not set: files are not scanned for viruses'],
    [
      !config.forward && !config.mail,
      'FORWARD_URL and SMTP_URL are not set: no one is notified of applications',
    ],
    [config.metricsToken === undefined, 'METRICS_TOKEN is not set: /metrics returns 404'],
    [config.siteUrl.startsWith('http:'), 'SITE_URL is http: cookies and forms are not encrypted'],
    [trustProxy === 0, 'TRUST_PROXY is 0: behind a proxy, all visitors share the limits of one address'],
    [config.rateLimitPerMinute === 0, 'RATE_LIMIT_PER_MINUTE is 0: no limits by session and address'],
    [
      !config.api.baseUrl && !config.contentDir,
      'API_BASE_URL and CONTENT_DIR are not set: demo content is shown',
    ],
  ];
  return [
    ...describeUnknownSettings(environment),
    ...[...rules, ...(config.isProduction ? rulesInProduction : [])]
      .filter(([isDoubtful]) => isDoubtful)
      .map(([, text]) => text),
  ];
}

/** Returns the settings for the log. For secrets, reports only whether they are set. */
export function summariseSettings(config: Config) {
  const { api, sessionSecret, captchaTestAnswer, metricsToken, contentHookToken, ...rest } = config;
  const { forward, mail, databaseUrl, s3, redirects, rootFiles, ...publicSettings } = rest;
  return {
    ...publicSettings,
    redirects: redirects.length,
    rootFiles: [...rootFiles.keys()],
    // Omits the URL's path and query and the header values, which may contain keys.
    api: {
      origin: api.baseUrl && new URL(api.baseUrl).origin,
      headers: Object.keys(api.headers),
      timeoutMs: api.timeoutMs,
    },
    // Omits the user and the password.
    database: databaseUrl && { server: new URL(databaseUrl).host },
    s3: s3 && {
      bucket: s3.bucket,
      region: s3.region,
      endpoint: s3.endpoint && new URL(s3.endpoint).host,
      prefix: s3.prefix,
      pathStyle: s3.pathStyle,
    },
    forward: forward && { origin: new URL(forward.url).origin, headers: Object.keys(forward.headers) },
    mail: mail && { server: new URL(mail.smtpUrl).host, from: mail.from, to: mail.to },
    isSet: {
      forwardSecret: forward?.secret !== undefined,
      sessionSecret: sessionSecret !== undefined,
      captchaTestAnswer: captchaTestAnswer !== undefined,
      metricsToken: metricsToken !== undefined,
      contentHookToken: contentHookToken !== undefined,
    },
  };
}
