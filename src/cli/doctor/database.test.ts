/** @module-tag matrix */
import { expect, it } from 'vitest';
import { runSql, startPostgres } from '../../../test/support/postgres.ts';
import { openStore } from '../../store/index.ts';
import { temporaryFolder } from '../../store/testing/index.ts';
import { checkDatabase } from './database.ts';

it('the doctor checks PostgreSQL before and after the first start, with too few privileges, and when it is down', async () => {
  const postgres = await startPostgres();
  try {
    const url = await postgres.createDatabase('doctor');
    expect(await checkDatabase(url)).toMatchObject({
      level: 'warning',
      text: expect.stringContaining('the next start runs the migrations 001-application-form'),
    });
    await (await openStore(await temporaryFolder(), undefined, { databaseUrl: url })).close();
    expect(await checkDatabase(url)).toMatchObject({
      level: 'ok',
      text: expect.stringMatching(/^PostgreSQL \d+.*; 0 applications, 0 open drafts$/u),
    });
    await postgres.runSql('create role weak login');
    const weak = url.replace('plinth@', 'weak@');
    expect(await checkDatabase(weak)).toMatchObject({
      level: 'error',
      text: expect.stringContaining('the role needs to read and write application_files, applications'),
    });
    await runSql(url, 'grant select, insert, update, delete on all tables in schema public to weak');
    expect(await checkDatabase(weak)).toMatchObject({
      level: 'warning',
      text: expect.stringContaining('the role cannot create tables'),
    });
    await postgres.halt();
    await expect(checkDatabase(url)).rejects.toThrow('ECONNREFUSED');
  } finally {
    await postgres.stop();
  }
});
