import path from 'node:path';
import { expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { readStoreSettings } from './store-location.ts';

const S3 = {
  S3_BUCKET: 'files',
  S3_ENDPOINT: 'http://127.0.0.1:9000/',
  S3_PREFIX: 'site',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
};

it.each([{}, { DATA_DIR: './elsewhere' }, { ...S3, SESSION_SECRET: 'sixteen letters!' }])(
  'commands read the store location like the site: %j',
  (environment) => {
    const { dataDir, databaseUrl, s3 } = readConfig(environment);
    expect(readStoreSettings(environment).location).toEqual({ dataDir, databaseUrl, s3 });
  },
);

it('commands ignore invalid and missing settings outside the store', () => {
  const DATABASE_URL = 'postgres://db.example.com/plinth';
  const environment = { DATA_DIR: '/srv/plinth', DATABASE_URL, NODE_ENV: 'production', PORT: 'x' };
  const { dataDir, databaseUrl } = readStoreSettings(environment).location;
  expect([dataDir, databaseUrl]).toEqual(['/srv/plinth', DATABASE_URL]);
});

it('commands report all invalid store settings', () => {
  const environment = { DATABASE_URL: 'db.example.com', S3_BUCKET: 'bucket', S3_REGION: 'us-east-1' };
  expect(() => readStoreSettings(environment)).toThrow(
    /DATABASE_URL must be .*\n.*S3_ACCESS_KEY_ID is required.*\n.*S3_SECRET_ACCESS_KEY is required/u,
  );
});

it.each([
  [
    'the folder where npm was called',
    { npm_lifecycle_event: 'applications', INIT_CWD: '/home/office' },
    '/home/office',
  ],
  ['the working directory without npm', {}, '.'],
])('commands resolve relative paths from %s', (_name, environment, folder) => {
  expect(readStoreSettings(environment).workingDir).toBe(path.resolve(folder));
});
