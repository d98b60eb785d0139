import type { Environment } from './environment.ts';
import { MIN_SECRET_LENGTH } from './schema.ts';

const S3_NEEDS = [
  'S3_REGION',
  'S3_ENDPOINT',
  'S3_PREFIX',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_PATH_STYLE',
];

/** Each setting of a pair needs the other one. */
const DELIVERY_NEEDS: [name: string, other: string][] = [
  ['FORWARD_SECRET', 'FORWARD_URL'],
  ['FORWARD_HEADERS', 'FORWARD_URL'],
  ['SMTP_URL', 'MAIL_FROM'],
  ['MAIL_FROM', 'SMTP_URL'],
  ['MAIL_TO', 'SMTP_URL'],
];

/** Problems of the store's settings with one another. */
export function storeProblems(given: Environment): string[] {
  const isSet = (name: string): boolean => given[name] !== undefined;
  if (!isSet('S3_BUCKET')) return S3_NEEDS.filter(isSet).map((name) => `${name} needs S3_BUCKET`);
  return [
    ...['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']
      .filter((name) => !isSet(name))
      .map((name) => `${name} is required with S3_BUCKET`),
    ...(isSet('S3_REGION') || isSet('S3_ENDPOINT')
      ? []
      : ['S3_REGION is required with S3_BUCKET where no S3_ENDPOINT is set']),
  ];
}

/** Problems of all settings with one another. */
export function combinedProblems(given: Environment): string[] {
  const isSet = (name: string): boolean => given[name] !== undefined;
  const isShared = isSet('DATABASE_URL') || isSet('S3_BUCKET');
  const isProduction = given.NODE_ENV === 'production';
  const rules: [isBroken: boolean, problem: string][] = [
    [
      isShared && !isSet('SESSION_SECRET'),
      'SESSION_SECRET is required with DATABASE_URL or S3_BUCKET: all machines sign with the same',
    ],
    [isProduction && !isSet('SITE_URL'), 'SITE_URL is required when NODE_ENV is production'],
    [
      isProduction && isSet('CAPTCHA_TEST_ANSWER'),
      'CAPTCHA_TEST_ANSWER must not be set when NODE_ENV is production',
    ],
    [
      isProduction && isSet('METRICS_TOKEN') && (given.METRICS_TOKEN ?? '').length < MIN_SECRET_LENGTH,
      `METRICS_TOKEN must have ${MIN_SECRET_LENGTH} characters or more when NODE_ENV is production`,
    ],
    ...DELIVERY_NEEDS.map(([name, other]): [boolean, string] => [
      isSet(name) && !isSet(other),
      `${name} needs ${other}`,
    ]),
  ];
  return [...storeProblems(given), ...rules.filter(([isBroken]) => isBroken).map(([, problem]) => problem)];
}
