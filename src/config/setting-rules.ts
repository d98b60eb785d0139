import MiniSearch from 'minisearch';
import type { Environment } from './environment.ts';
import { MIN_SECRET_LENGTH, schema, storeSchema } from './schema.ts';

/** The first setting of each pair requires the second one. */
const DELIVERY_REQUIREMENTS: [name: string, other: string][] = [
  ['FORWARD_SECRET', 'FORWARD_URL'],
  ['FORWARD_HEADERS', 'FORWARD_URL'],
  ['SMTP_URL', 'MAIL_FROM'],
  ['MAIL_FROM', 'SMTP_URL'],
  ['MAIL_TO', 'SMTP_URL'],
];

type Rule = [isBroken: boolean, problem: string];

const collectProblems = (rules: Rule[]): string[] =>
  rules.filter(([isBroken]) => isBroken).map(([, problem]) => problem);

export function findStoreProblems(variables: Environment): string[] {
  const isSet = (name: string): boolean => variables[name] !== undefined;
  const others = Object.keys(storeSchema.shape).filter((name) => /^S3_(?!BUCKET$)/u.test(name));
  if (!isSet('S3_BUCKET')) return others.filter(isSet).map((name) => `${name} needs S3_BUCKET`);
  return collectProblems([
    [!isSet('S3_ACCESS_KEY_ID'), 'S3_ACCESS_KEY_ID is required with S3_BUCKET'],
    [!isSet('S3_SECRET_ACCESS_KEY'), 'S3_SECRET_ACCESS_KEY is required with S3_BUCKET'],
    [
      !isSet('S3_REGION') && !isSet('S3_ENDPOINT'),
      'S3_REGION is required with S3_BUCKET if S3_ENDPOINT is not set',
    ],
  ]);
}

export function findConflicts(variables: Environment): string[] {
  const isSet = (name: string): boolean => variables[name] !== undefined;
  const isShared = isSet('DATABASE_URL') || isSet('S3_BUCKET');
  const isProduction = variables.NODE_ENV === 'production';
  const rules: Rule[] = [
    [
      isShared && !isSet('SESSION_SECRET'),
      'SESSION_SECRET is required with DATABASE_URL or S3_BUCKET: all machines must use the same secret',
    ],
    [isProduction && !isSet('SITE_URL'), 'SITE_URL is required when NODE_ENV is production'],
    [
      isProduction && isSet('CAPTCHA_TEST_ANSWER'),
      'CAPTCHA_TEST_ANSWER must not be set when NODE_ENV is production',
    ],
    [
      isProduction && isSet('METRICS_TOKEN') && (variables.METRICS_TOKEN ?? '').length < MIN_SECRET_LENGTH,
      `METRICS_TOKEN must have ${MIN_SECRET_LENGTH} characters or more when NODE_ENV is production`,
    ],
    ...DELIVERY_REQUIREMENTS.map(
      ([name, other]): Rule => [isSet(name) && !isSet(other), `${name} needs ${other}`],
    ),
  ];
  return [...findStoreProblems(variables), ...collectProblems(rules)];
}

/** Settings of earlier versions, with their replacement. */
const REMOVED_SETTINGS: Record<string, string> = {
  WEB_CONCURRENCY: 'the site is one process; for more, start several instances (OPERATING.md, section 9)',
};

/** Minimum length of a name in which two typing errors are tolerated. */
const MIN_LENGTH_FOR_TWO_TYPOS = 8;

const sortLetters = (name: string): string => [...name].sort().join('');

/** Returns a function that finds the setting whose letters and digits are most similar to a name. */
function createNameIndex() {
  const tokenize = (name: string): string[] => [name.replaceAll(/[^A-Za-z\d]/gu, '')];
  const index = new MiniSearch({ fields: ['id'], tokenize });
  index.addAll(Object.keys(schema.shape).map((id) => ({ id })));
  return (name: string): string | undefined =>
    index.search(name, { fuzzy: name.length < MIN_LENGTH_FOR_TWO_TYPOS ? 1 : 2 })[0]?.id ??
    Object.keys(schema.shape).find((id) => sortLetters(id) === sortLetters(name));
}

/** Describes variables that are no longer settings or look like a misspelt setting. */
export function describeUnknownSettings(environment: Environment): string[] {
  const findNearest = createNameIndex();
  return Object.keys(environment)
    .filter((name) => environment[name]?.trim() && !(name in schema.shape))
    .flatMap((name) => {
      if (Object.hasOwn(REMOVED_SETTINGS, name)) return [`${name} has no effect: ${REMOVED_SETTINGS[name]}`];
      const nearest = findNearest(name);
      return nearest ? [`${name} is not a setting: did you mean ${nearest}?`] : [];
    });
}
