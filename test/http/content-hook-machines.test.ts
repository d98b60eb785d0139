/** @module-tag matrix */
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { root } from '../../src/build/places.ts';
import { type DemoSite, type Environment, startDemoSite } from '../support/demo-site.ts';
import { startPostgres } from '../support/postgres.ts';
import { rawRequest } from '../support/raw-request.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const TOKEN = 'a-token-of-the-backend-alone';

/** Creates a content folder that a test can edit. */
async function content() {
  const folder = await temporaryFolder('hook');
  onTestFinished(() => folder.remove());
  await cp(path.join(root, 'src/content-folder/demo'), folder.path, { recursive: true });
  const file = path.join(folder.path, 'en/group.json');
  const group = JSON.parse(await readFile(file, 'utf8')) as object;
  return {
    folder: folder.path,
    edit: (copyright: string) => writeFile(file, JSON.stringify({ ...group, copyright })),
  };
}

/** Starts a machine that does not refresh automatically during the test, and caches its home page. */
async function machine(environment: Environment): Promise<DemoSite> {
  const site = await startDemoSite({
    environment: {
      CONTENT_FRESH_S: '3600',
      CONTENT_HOOK_TOKEN: TOKEN,
      API_TIMEOUT_MS: '20000',
      LOG_LEVEL: 'info',
      ...environment,
    },
  });
  onTestFinished(site.stop);
  await until('it listens', () => site.stdout.some((line) => line.includes('"msg":"listening on ')));
  await home(site);
  return site;
}

const home = ({ port }: DemoSite) => rawRequest(port, '/en').then(({ text }) => text);

const untilShown = (site: DemoSite, words: string) =>
  until(`it shows ${words}`, async () => (await home(site)).includes(words));

const hook = async ({ port }: DemoSite): Promise<number> => {
  const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Length': '0' };
  return (await rawRequest(port, '/hooks/content', { method: 'POST', headers })).status;
};

it('all machines of a database show an edit, even after a lost connection', async () => {
  const { folder, edit } = await content();
  const server = await startPostgres();
  onTestFinished(() => server.stop());
  const shared = {
    DATABASE_URL: await server.createDatabase('plinth'),
    SESSION_SECRET: 'a secret of the tests only',
    CONTENT_DIR: folder,
  };
  const [first, second] = await Promise.all([machine(shared), machine(shared)]);
  await edit('edited once');
  expect(await hook(first)).toBe(202);
  for (const site of [first, second]) await untilShown(site, 'edited once');
  await edit('edited twice');
  await server.runSql("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'plinth'");
  await until('the hook is accepted', async () => (await hook(second)) === 202);
  for (const site of [first, second]) await untilShown(site, 'edited twice');
  await server.halt();
  await edit('edited a third time');
  expect(await hook(second)).toBe(503);
  await untilShown(second, 'edited a third time');
});
