import { type Config, readConfig, SettingsError } from '../../config/config.ts';
import type { Environment } from '../../config/environment.ts';
import { type Finding, fault, ok, warning } from './finding.ts';

const WHAT = 'settings';

export function checkSettings(environment: Environment): { findings: Finding[]; config?: Config } {
  try {
    const config = readConfig(environment);
    const doubts = doubtsAbout(config).map((said) => warning(WHAT, said));
    return { findings: [ok(WHAT, `all can be read; the site is ${config.siteUrl}`), ...doubts], config };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return { findings: error.problems.map((said) => fault(WHAT, said)) };
  }
}

/** Settings that are valid but seldom intended. */
function doubtsAbout(config: Config): string[] {
  const { isProduction, siteUrl, trustProxy } = config;
  const doubts: [isDoubtful: boolean, said: string][] = [
    [config.siteUrlIsGuessed, `SITE_URL is not set: links to the site itself say ${siteUrl}`],
    [!isProduction, 'NODE_ENV is not production'],
    [isProduction && siteUrl.startsWith('http:'), 'SITE_URL is http: cookies and forms go unencrypted'],
    [
      isProduction && trustProxy === 0,
      'TRUST_PROXY is 0: behind a proxy, all visitors would share the limits of one address',
    ],
    [isProduction && config.rateLimitPerMinute === 0, 'RATE_LIMIT_PER_MINUTE is 0: no limit by address'],
    [isProduction && !config.api.baseUrl, 'API_BASE_URL is not set: the embedded backend serves'],
    [config.captchaTestAnswer !== undefined, 'CAPTCHA_TEST_ANSWER is set: programs can send applications'],
    [
      config.databaseUrl !== undefined && !config.s3,
      'DATABASE_URL without S3_BUCKET: files are in DATA_DIR, so this is one machine, or the folder is shared',
    ],
    [config.clamdUrl === undefined, 'CLAMD_URL is not set: files are not scanned for viruses'],
    [
      isProduction && config.s3?.endpoint?.startsWith('http:') === true,
      'S3_ENDPOINT is http: files go unencrypted',
    ],
    [
      isProduction && !config.forward && !config.mail,
      'FORWARD_URL and SMTP_URL are not set: nobody is told of applications',
    ],
    [
      trustProxy > 0 && config.metricsToken === undefined,
      'METRICS_TOKEN is not set: behind a proxy nobody can read /metrics',
    ],
  ];
  return doubts.filter(([isDoubtful]) => isDoubtful).map(([, said]) => said);
}
