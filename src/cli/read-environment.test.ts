import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { readEnvironment } from './read-environment.ts';

describe('the surroundings of the command', () => {
  it.each([[undefined], [''], ['./elsewhere'], ['/srv/plinth']])(
    'have the data folder that the site has: %s',
    (DATA_DIR) => {
      expect(readEnvironment({ DATA_DIR }).place.dataDir).toBe(readConfig({ DATA_DIR }).dataDir);
    },
  );

  it('need no other setting to be right', () => {
    const environment = { DATA_DIR: '/srv/plinth', NODE_ENV: 'production', PORT: 'x' };
    expect(readEnvironment(environment).place.dataDir).toBe('/srv/plinth');
  });

  it('have the database that the site has, without its other settings', () => {
    const DATABASE_URL = 'postgres://db.example.com/plinth';
    expect(readEnvironment({ DATABASE_URL, NODE_ENV: 'production' }).place.databaseUrl).toBe(DATABASE_URL);
  });

  it('say what is wrong with the settings of the store', () => {
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

  it('have the store of files that the site has', () => {
    expect(readEnvironment({}).place.s3).toBeUndefined();
    expect(readEnvironment({ ...S3, PORT: 'x' }).place.s3).toMatchObject({
      bucket: 'files',
      prefix: 'site/',
    });
  });

  it('tell what is wrong with the settings of that store', () => {
    expect(() => readEnvironment({ ...S3, S3_SECRET_ACCESS_KEY: undefined })).toThrow(
      'S3_SECRET_ACCESS_KEY is required',
    );
  });

  it.each([
    ['npm was called', { npm_lifecycle_event: 'applications', INIT_CWD: '/home/office' }, '/home/office'],
    ['the process runs, in a script of another name', { npm_lifecycle_event: 'test', INIT_CWD: '/x' }, '.'],
    ['the process runs, without npm', {}, '.'],
  ])('mean relative paths from where %s', (_name, environment, folder) => {
    expect(readEnvironment(environment).workingDir).toBe(path.resolve(folder));
  });
});
