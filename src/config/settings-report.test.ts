import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { findSettingWarnings, summariseSettings } from './settings-report.ts';

const findWarnings = (environment: Record<string, string>) =>
  findSettingWarnings(readConfig({ SITE_URL: 'http://localhost', ...environment }), environment);

it.each<[Record<string, string>, number]>([
  [{ TRUST_PROXY: '1' }, 1],
  [{ TRUST_PROXY: '1', HOST: '192.0.2.1' }, 1],
  [{ TRUST_PROXY: '1', HOST: '::1' }, 0],
  [{}, 0],
])('decides with %j if clients can bypass the proxy: %i warnings', (environment, count) => {
  expect(findWarnings(environment)).toEqual(Array(count).fill(expect.stringMatching(/^TRUST_PROXY is set/u)));
});

it.each([
  [{}, 1],
  [{ METRICS_TOKEN: 'x'.repeat(16) }, 0],
])('warns in production with %j if /metrics returns 404: %i warnings', (environment, count) => {
  const warnings = findWarnings({ NODE_ENV: 'production', ...environment });
  expect(warnings.filter((text) => text.startsWith('METRICS_TOKEN is not set'))).toHaveLength(count);
});

const summary = summariseSettings(
  readConfig({
    SITE_URL: 'https://www.group.example',
    API_BASE_URL: 'https://backend.example/x?key=hidden-2',
    API_HEADERS: '{"X-Key":"hidden-3"}',
    SESSION_SECRET: 'hidden-4-hidden-4-hidden-4',
    METRICS_TOKEN: 'hidden-5',
    CONTENT_HOOK_TOKEN: 'hidden-14-hidden-14',
    CAPTCHA_TEST_ANSWER: 'hidden-6',
    ASSET_HOSTS: 'cdn.example.com, *',
    TRUST_PROXY: '2',
    DATABASE_URL: 'postgres://editor:hidden-11@db.example/plinth',
    S3_BUCKET: 'files',
    S3_ENDPOINT: 'https://s3.example',
    S3_ACCESS_KEY_ID: 'hidden-12',
    S3_SECRET_ACCESS_KEY: 'hidden-13',
    FORWARD_URL: 'https://intake.group.example/x?key=hidden-7',
    FORWARD_SECRET: `whsec_${Buffer.alloc(24, 'hidden-8').toString('base64')}`,
    FORWARD_HEADERS: '{"Authorization":"hidden-9"}',
    SMTP_URL: 'smtps://editor:hidden-10@mail.group.example',
    MAIL_FROM: 'Group <site@group.example>',
    MAIL_TO: 'intake@group.example',
  }),
);

it('omits secrets from the settings summary', () => {
  expect(JSON.stringify(summary)).not.toMatch(/hidden|editor|whsec/u);
});
