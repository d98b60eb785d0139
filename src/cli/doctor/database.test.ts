import { expect, it } from 'vitest';
import { ask, startPostgres } from '../../../test/support/postgres.ts';
import { openStore } from '../../store/index.ts';
import { temporaryFolder } from '../../store/testing/index.ts';
import { checkDatabase } from './database.ts';

it('a PostgreSQL is looked at before its first start, afterwards, with a role that may too little, and when it is away', async () => {
  const postgres = await startPostgres();
  try {
    const url = await postgres.createDatabase('doctor');
    expect(await checkDatabase(url)).toMatchObject({
      level: 'warning',
      said: expect.stringContaining('the next start takes 001-application-form'),
    });
    await (await openStore(await temporaryFolder(), undefined, { databaseUrl: url })).close();
    expect(await checkDatabase(url)).toMatchObject({
      level: 'ok',
      said: expect.stringMatching(/^PostgreSQL \d+.*; 0 applications, 0 open drafts$/u),
    });
    await postgres.ask('create role weak login');
    const weak = url.replace('plinth@', 'weak@');
    expect(await checkDatabase(weak)).toMatchObject({
      level: 'fault',
      said: expect.stringContaining('the role must not read and write application_files, applications'),
    });
    await ask(url, 'grant select, insert, update, delete on all tables in schema public to weak');
    expect(await checkDatabase(weak)).toMatchObject({
      level: 'warning',
      said: expect.stringContaining('the role must not create tables'),
    });
    await postgres.halt();
    await expect(checkDatabase(url)).rejects.toThrow('ECONNREFUSED');
  } finally {
    await postgres.stop();
  }
});
