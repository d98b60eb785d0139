import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { settingWarnings } from './setting-warnings.ts';

const warningsOf = (environment: Record<string, string>) =>
  settingWarnings(readConfig({ SITE_URL: 'http://localhost', ...environment }), environment);

it.each<Record<string, string>>([{}, { HOST: '0.0.0.0' }, { HOST: '192.0.2.1' }])(
  'warns if strangers can reach the port past the proxy with %j',
  (host) => {
    expect(warningsOf({ TRUST_PROXY: '1', ...host })).toEqual([
      expect.stringMatching(/^TRUST_PROXY is set/u),
    ]);
  },
);

it.each<Record<string, string>>([
  { TRUST_PROXY: '1', HOST: '127.0.0.1' },
  { TRUST_PROXY: '1', HOST: '::1' },
  {},
])('does not warn with %j', (environment) => {
  expect(warningsOf(environment)).toEqual([]);
});
