/** @module-tag matrix */
import { expect, it } from 'vitest';
import { startPostgres } from '../../../test/support/postgres.ts';
import { openStore } from '../../applications/store/index.ts';
import { temporaryFolder } from '../../applications/store/testing/index.ts';
import { checkPostgres } from './store.ts';

it('the doctor reports missing privileges in PostgreSQL', async () => {
  const postgres = await startPostgres();
  try {
    const url = await postgres.createDatabase('doctor');
    await (await openStore(await temporaryFolder(), undefined, { databaseUrl: url })).close();
    expect(await checkPostgres(url)).toMatchObject({
      level: 'ok',
      text: expect.stringMatching(/^PostgreSQL \d+/u),
    });
    await postgres.runSql('create role weak login');
    const weak = url.replace('plinth@', 'weak@');
    expect(await checkPostgres(weak)).toMatchObject({
      level: 'error',
      text: expect.stringContaining('the role needs to read and write application_files, applications'),
    });
    await postgres.halt();
    await expect(checkPostgres(url)).rejects.toThrow('ECONNREFUSED');
  } finally {
    await postgres.stop();
  }
});
