import { expect, it } from 'vitest';
import { describeUnknownSettings } from './setting-rules.ts';

it.each([
  ['SITE_ULR', 'SITE_URL'],
  ['PROT', 'PORT'],
])('suggests a setting for the misspelt %s', (name, setting) => {
  expect(describeUnknownSettings({ [name]: 'x' })).toEqual([
    `${name} is not a setting: did you mean ${setting}?`,
  ]);
});

it('ignores known settings and system variables', () => {
  const system = ['PATH', 'HOME', 'HOSTNAME', 'SHELL', 'MAIL', 'USER', 'LANG', 'AWS_REGION', 'NODE_OPTIONS'];
  const environment = Object.fromEntries(
    [...system, 'HOST', 'MAIL_TO', 'TRUST_PROXY'].map((name) => [name, '1']),
  );
  expect(describeUnknownSettings(environment)).toEqual([]);
});

it('explains that a removed setting has no effect', () => {
  expect(describeUnknownSettings({ WEB_CONCURRENCY: '2' })).toEqual([
    expect.stringMatching(/^WEB_CONCURRENCY has no effect: the site is one process/u),
  ]);
});
