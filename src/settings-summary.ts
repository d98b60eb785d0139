import type { Config } from './config.ts';

/** The settings that a process runs with, for its log: of secrets only whether they are set. */
export function settingsSummary(config: Config) {
  const { api, sessionSecret, captchaTestAnswer, metricsToken, ...open } = config;
  return {
    ...open,
    // Neither a password in the address nor the values of headers.
    api: {
      origin: api.baseUrl && new URL(api.baseUrl).origin,
      headers: Object.keys(api.headers),
      timeoutMs: api.timeoutMs,
    },
    isSet: {
      sessionSecret: sessionSecret !== undefined,
      captchaTestAnswer: captchaTestAnswer !== undefined,
      metricsToken: metricsToken !== undefined,
    },
  };
}
