import type { Environment } from './environment.ts';
import { MIN_SECRET_LENGTH, schema } from './schema.ts';

const S3_NEEDS = [
  'S3_REGION',
  'S3_ENDPOINT',
  'S3_PREFIX',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_PATH_STYLE',
];

/** Each setting of a pair requires the other one. */
const DELIVERY_NEEDS: [name: string, other: string][] = [
  ['FORWARD_SECRET', 'FORWARD_URL'],
  ['FORWARD_HEADERS', 'FORWARD_URL'],
  ['SMTP_URL', 'MAIL_FROM'],
  ['MAIL_FROM', 'SMTP_URL'],
  ['MAIL_TO', 'SMTP_URL'],
];

/** Finds conflicts between settings of the store. */
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

/** Finds conflicts between all settings. */
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

/** Settings of earlier versions, with their replacements. */
const REMOVED: Record<string, string> = {
  WEB_CONCURRENCY: 'the site is one process; for more, start several instances (OPERATING.md, section 9)',
};

/** Length from which a name may contain two typing errors. */
const LONG_NAME = 8;

/** Finds variables that are no longer settings or look like a misspelt one. */
export const unknownSettings = (environment: Environment): string[] =>
  Object.keys(environment)
    .filter((name) => environment[name]?.trim() && !(name in schema.shape))
    .flatMap((name) => {
      if (Object.hasOwn(REMOVED, name)) return [`${name} has no effect: ${REMOVED[name]}`];
      const nearest = Object.keys(schema.shape).find((setting) => isSimilar(name, setting));
      return nearest ? [`${name} is not a setting: is ${nearest} meant?`] : [];
    });

function isSimilar(name: string, setting: string): boolean {
  const [one, other] = [name, setting].map((text) => text.toUpperCase().replaceAll(/[^A-Z\d]/gu, ''));
  return editDistance(one ?? '', other ?? '') <= (Math.min(name.length, setting.length) < LONG_NAME ? 1 : 2);
}

/**
 * Counts the insertions, deletions, replacements and swaps of neighbours that turn one text into the other (optimal string
 * alignment).
 */
function editDistance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= one.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      rows[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + Number(!isSame),
          isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(one.length, other.length);
}
