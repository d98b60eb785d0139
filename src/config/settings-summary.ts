import type { Config } from './config.ts';

/** The settings for the log; of secrets only whether they are set. */
export function settingsSummary(config: Config) {
  const { api, sessionSecret, captchaTestAnswer, metricsToken, contentHookToken, ...rest } = config;
  const { forward, mail, databaseUrl, s3, redirects, rootFiles, ...open } = rest;
  return {
    ...open,
    redirects: redirects.length,
    rootFiles: [...rootFiles.keys()],
    // Without the password in the URL and the values of headers.
    api: {
      origin: api.baseUrl && new URL(api.baseUrl).origin,
      headers: Object.keys(api.headers),
      timeoutMs: api.timeoutMs,
    },
    // Without user and password.
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
