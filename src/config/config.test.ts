import { expect, it } from 'vitest';
import { readConfig, SettingsError } from './config.ts';

const FORWARD = { FORWARD_URL: 'https://a.example' };
const MAIL = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.example' };
const SECRET = { SESSION_SECRET: 'sixteen letters!' };
const KEYS = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' };
const BUCKET = { ...SECRET, ...KEYS, S3_BUCKET: 'files', S3_ENDPOINT: 'http://s3:9000/' };

function readProblems(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

it.each(['PORT', 'API_HEADERS'])('reads an empty or blank %s as unset', (name) => {
  expect(readConfig({ [name]: '' })).toEqual(readConfig({}));
  expect(readConfig({ [name]: '  ' })).toEqual(readConfig({}));
});

it.each(['', ','])('reads an empty ASSET_HOSTS (%j) as no hosts', (empty) => {
  expect(readConfig({ ASSET_HOSTS: empty }).assetHosts).toEqual([]);
});

it('reports each value of ASSET_HOSTS that is not a host', () => {
  const [first, second] = readProblems({ ASSET_HOSTS: 'cdn.example.com, https://a.example, 10.0.0.0/8' });
  expect(first).toMatch(/^ASSET_HOSTS must be hosts, such as .*; not https:\/\/a\.example$/u);
  expect(second).toMatch(/not 10\.0\.0\.0\/8$/u);
});

it.each([
  [
    { PORT: '8080', HOST: '127.0.0.1' },
    { port: 8080, host: '127.0.0.1', siteUrl: 'http://localhost:8080', siteUrlIsGuessed: true },
  ],
  [
    { SITE_URL: 'HTTPS://WWW.Example.com:443/' },
    { siteUrl: 'https://www.example.com', siteUrlIsGuessed: false },
  ],
  [{ API_BASE_URL: 'http://backend/gateway/v1//' }, { api: { baseUrl: 'http://backend/gateway/v1' } }],
  [{ API_HEADERS: '{"tenant-id":"7"}' }, { api: { headers: { 'tenant-id': '7' } } }],
  [
    { ASSET_HOSTS: ' CDN.example.com, *.example.com ,10.0.0.5:9000,*' },
    { assetHosts: ['cdn.example.com', '*.example.com', '10.0.0.5:9000', '*'] },
  ],
  [
    { CONTENT_FRESH_S: '0', CONTENT_STALE_S: '10' },
    { freshMs: 0, staleMs: 10_000 },
  ],
  [
    {
      SMTP_URL: 'smtp://u:p@mail.example:587',
      MAIL_FROM: '远山 <site@a.example>',
      MAIL_TO: 'a@b.example, c@d',
    },
    {
      mail: {
        smtpUrl: 'smtp://u:p@mail.example:587',
        from: '远山 <site@a.example>',
        to: ['a@b.example', 'c@d'],
      },
    },
  ],
])('reads the settings %j', (environment, expected) => {
  expect(readConfig(environment)).toMatchObject(expected);
});

it.each<[name: string, value: string, others?: Record<string, string>]>([
  ['SITE_URL', 'https://example.com/site'],
  ['API_BASE_URL', 'backend:48080'],
  ['API_BASE_URL', 'http://user@backend'],
  ['API_HEADERS', '{"Host":"tenant.example"}'],
  ['API_HEADERS', '{"x-name":"a\\nb"}'],
  ['SESSION_SECRET', 'fifteen letters'],
  ['CONTENT_HOOK_TOKEN', 'fifteen-letters'],
  ['TRUST_PROXY', 'true'],
  ['CLAMD_URL', '127.0.0.1:3310'],
  ['SECURITY_CONTACT', 'security@example.com'],
  ['FORWARD_URL', 'https://user:password@intake.example'],
  ['FORWARD_SECRET', 'whsec_hush', FORWARD],
  ['FORWARD_HEADERS', '{"Content-Type":"text/plain"}', FORWARD],
  ['FORWARD_HEADERS', '{"webhook-id":"1"}', FORWARD],
  ['SMTP_URL', 'mail.example:25', { MAIL_FROM: 'a@b.example' }],
  ['MAIL_TO', 'a@b.example c@d.example', MAIL],
  ['DATABASE_URL', 'mysql://a/b', SECRET],
  ['S3_PREFIX', '../up', BUCKET],
])('reports the invalid setting %s=%s by name', (name, value, others = {}) => {
  const problems = readProblems({ ...others, [name]: value });
  expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} (?:must|Invalid)`, 'u'))]);
});

it('reports all invalid variables together', () => {
  const problems = readProblems({
    NODE_ENV: 'production',
    PORT: 'x',
    LOG_LEVEL: 'x',
    S3_REGION: 'x',
    CAPTCHA_TEST_ANSWER: 'x',
    METRICS_TOKEN: 'x',
  });
  const named = problems.map((problem) => problem.split(' ')[0]).sort();
  expect(named).toEqual([
    'CAPTCHA_TEST_ANSWER',
    'LOG_LEVEL',
    'METRICS_TOKEN',
    'PORT',
    'S3_REGION',
    'SITE_URL',
  ]);
});

it('reports an invalid secret without its value', () => {
  const problems = readProblems({
    SESSION_SECRET: 'hush',
    FORWARD_URL: 'https://a.example',
    FORWARD_SECRET: 'hush',
  });
  expect(problems).toHaveLength(2);
  expect(problems.join()).not.toContain('hush');
});

it('reports a delivery setting that requires another one', () => {
  expect(readProblems({ SMTP_URL: 'smtp://mail.example' })).toEqual(['SMTP_URL needs MAIL_FROM']);
  expect(readProblems({ MAIL_FROM: 'a@b.example', MAIL_TO: 'a@b.example', FORWARD_HEADERS: '{}' })).toEqual([
    'FORWARD_HEADERS needs FORWARD_URL',
    'MAIL_FROM needs SMTP_URL',
    'MAIL_TO needs SMTP_URL',
  ]);
});

it('suggests the correct name for a misspelt setting', () => {
  expect(readProblems({ NODE_ENV: 'production', SITE_ULR: 'https://a.example' })).toEqual([
    'SITE_URL is required when NODE_ENV is production',
    'SITE_ULR is not a setting: did you mean SITE_URL?',
  ]);
});

it('reads DATABASE_URL and the S3 settings', () => {
  const databaseUrl = 'postgres://user:password@db:5432/plinth?sslmode=require';
  const { s3, ...config } = readConfig({ ...BUCKET, DATABASE_URL: databaseUrl, S3_PREFIX: 'plinth/live' });
  expect(config.databaseUrl).toBe(databaseUrl);
  expect(s3).toEqual({
    bucket: 'files',
    region: 'us-east-1',
    endpoint: 'http://s3:9000',
    prefix: 'plinth/live/',
    accessKeyId: 'id',
    secretAccessKey: 'key',
    pathStyle: true,
  });
});

it.each([
  [{ S3_PATH_STYLE: 'false' }, false],
  [{ S3_ENDPOINT: '', S3_REGION: 'cn-north-1' }, false],
  [{ S3_ENDPOINT: '', S3_REGION: 'cn-north-1', S3_BUCKET: 'files.example' }, true],
])('with %j, the bucket is in the path: %j', (settings, pathStyle) => {
  expect(readConfig({ ...BUCKET, ...settings }).s3?.pathStyle).toBe(pathStyle);
});

it('reports a store setting that requires another one', () => {
  expect(readProblems({ DATABASE_URL: 'postgres://db/a' })).toEqual([
    expect.stringMatching(/^SESSION_SECRET is required with DATABASE_URL/u),
  ]);
  expect(readProblems({ ...KEYS, S3_REGION: 'x' })).toEqual([
    'S3_REGION needs S3_BUCKET',
    'S3_ACCESS_KEY_ID needs S3_BUCKET',
    'S3_SECRET_ACCESS_KEY needs S3_BUCKET',
  ]);
  expect(readProblems({ ...SECRET, S3_BUCKET: 'files' })).toEqual([
    'S3_ACCESS_KEY_ID is required with S3_BUCKET',
    'S3_SECRET_ACCESS_KEY is required with S3_BUCKET',
    'S3_REGION is required with S3_BUCKET if S3_ENDPOINT is not set',
  ]);
});
