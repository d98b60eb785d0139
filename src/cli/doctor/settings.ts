import { createBuildInfo } from '../../config/build-info.ts';
import { type Config, checkFolders, readConfig, SettingsError } from '../../config/config.ts';
import type { Environment } from '../../config/environment.ts';
import { settingWarnings } from '../../config/settings-report.ts';
import { error, ok, type Result, warning } from './check.ts';

export function checkSettings(environment: Environment): { results: Result[]; config?: Config } {
  try {
    const config = readConfig(environment);
    checkFolders(config);
    const doubts = [...settingWarnings(config, environment), ...doubtsAbout(config)].map((text) =>
      warning(text),
    );
    return { results: [ok(`all valid; the site is ${config.siteUrl}`), ...doubts], config };
  } catch (thrown) {
    if (!(thrown instanceof SettingsError)) throw thrown;
    return { results: thrown.problems.map((text) => error(text)) };
  }
}

/** Finds settings that are valid but seldom intended. */
function doubtsAbout(config: Config): string[] {
  const { isProduction, siteUrl, trustProxy, s3 } = config;
  const doubts: [isDoubtful: boolean, text: string][] = [
    [!isProduction, 'NODE_ENV is not production'],
    [config.captchaTestAnswer !== undefined, 'CAPTCHA_TEST_ANSWER is set: programs can send applications'],
    [
      trustProxy > 0 && config.metricsToken === undefined,
      'METRICS_TOKEN is not set: behind a proxy /metrics cannot be read',
    ],
  ];
  const doubtsInProduction: [isDoubtful: boolean, text: string][] = [
    [siteUrl.startsWith('http:'), 'SITE_URL is http: cookies and forms are not encrypted'],
    [s3?.endpoint?.startsWith('http:') === true, 'S3_ENDPOINT is http: files are not encrypted'],
    [trustProxy === 0, 'TRUST_PROXY is 0: behind a proxy, all visitors share the limits of one address'],
    [config.rateLimitPerMinute === 0, 'RATE_LIMIT_PER_MINUTE is 0: no limits by address'],
    [
      !config.api.baseUrl && !config.contentDir,
      'API_BASE_URL and CONTENT_DIR are not set: the site shows the demo content',
    ],
  ];
  return [...doubts, ...(isProduction ? doubtsInProduction : [])]
    .filter(([isDoubtful]) => isDoubtful)
    .map(([, text]) => text);
}

export function checkBuild(distDir: string): Result {
  const { id, version, commit, timestamp } = createBuildInfo(distDir).running;
  return ok(`Plinth ${version}, ${id}${commit ? `, commit ${commit}` : ''}, built ${timestamp}`);
}
