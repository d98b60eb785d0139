import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { readEnvironment } from './environment.ts';

describe('the surroundings of the command', () => {
  it.each([[undefined], [''], ['./elsewhere'], ['/srv/plinth']])(
    'have the data folder that the site has: %s',
    (DATA_DIR) => {
      expect(readEnvironment({ DATA_DIR }).dataDir).toBe(readConfig({ DATA_DIR }).dataDir);
    },
  );

  it('need no other setting to be right', () => {
    const environment = { DATA_DIR: '/srv/plinth', NODE_ENV: 'production', PORT: 'x' };
    expect(readEnvironment(environment).dataDir).toBe('/srv/plinth');
  });

  it.each([
    ['npm was called', { npm_lifecycle_event: 'applications', INIT_CWD: '/home/office' }, '/home/office'],
    ['the process runs, in a script of another name', { npm_lifecycle_event: 'test', INIT_CWD: '/x' }, '.'],
    ['the process runs, without npm', {}, '.'],
  ])('mean relative paths from where %s', (_name, environment, folder) => {
    expect(readEnvironment(environment).workingDir).toBe(path.resolve(folder));
  });
});
