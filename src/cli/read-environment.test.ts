import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { readEnvironment } from './read-environment.ts';

describe('readEnvironment', () => {
  it.each([[undefined], [''], ['./elsewhere'], ['/srv/plinth']])(
    'reads the same DATA_DIR as the site: %s',
    (DATA_DIR) => {
      expect(readEnvironment({ DATA_DIR }).place.dataDir).toBe(readConfig({ DATA_DIR }).dataDir);
    },
  );

  it('ignores invalid settings outside the store', () => {
    const environment = { DATA_DIR: '/srv/plinth', NODE_ENV: 'production', PORT: 'x' };
    expect(readEnvironment(environment).place.dataDir).toBe('/srv/plinth');
  });

  it('reads the same DATABASE_URL as the site', () => {
    const DATABASE_URL = 'postgres://db.example.com/plinth';
    expect(readEnvironment({ DATABASE_URL, NODE_ENV: 'production' }).place.databaseUrl).toBe(DATABASE_URL);
  });

  it('reports invalid settings of the store', () => {
    const environment = { DATABASE_URL: 'db.example.com', S3_BUCKET: 'bucket', S3_REGION: 'us-east-1' };
    expect(() => readEnvironment(environment)).toThrow(
      /DATABASE_URL must be .*\n.*S3_ACCESS_KEY_ID is required.*\n.*S3_SECRET_ACCESS_KEY is required/u,
    );
  });

  const S3 = {
    S3_BUCKET: 'files',
    S3_ENDPOINT: 'http://127.0.0.1:9000/',
    S3_PREFIX: 'site',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  };

  it('reads the same S3 settings as the site', () => {
    expect(readEnvironment({}).place.s3).toBeUndefined();
    expect(readEnvironment({ ...S3, PORT: 'x' }).place.s3).toMatchObject({
      bucket: 'files',
      prefix: 'site/',
    });
  });

  it('reports missing S3 settings', () => {
    expect(() => readEnvironment({ ...S3, S3_SECRET_ACCESS_KEY: undefined })).toThrow(
      'S3_SECRET_ACCESS_KEY is required',
    );
  });

  it.each([
    ['npm was called', { npm_lifecycle_event: 'applications', INIT_CWD: '/home/office' }, '/home/office'],
    ['the process runs in another npm script', { npm_lifecycle_event: 'test', INIT_CWD: '/x' }, '.'],
    ['the process runs without npm', {}, '.'],
  ])('resolves relative paths from where %s', (_name, environment, folder) => {
    expect(readEnvironment(environment).workingDir).toBe(path.resolve(folder));
  });
});
