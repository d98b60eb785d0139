import { chmod, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../src/applications/store/testing/index.ts';
import { startDemoSite } from '../support/demo-site.ts';
import { formClient } from '../support/form-client.ts';

/** Returns the modes of a folder and its contents that are not private to the owner. */
async function openPlaces(folder: string): Promise<string[]> {
  const inner = await readdir(folder, { recursive: true });
  const modes = await Promise.all(
    ['', ...inner].map(
      async (name) => `${name || '.'} ${((await stat(path.join(folder, name))).mode & 0o777).toString(8)}`,
    ),
  );
  return modes.filter((line) => !/ [0-7]00$/u.test(line));
}

it('keeps DATA_DIR private to its owner and closes its databases on SIGINT', async () => {
  const dataDir = await temporaryFolder();
  await chmod(dataDir, 0o777);
  await using site = await startDemoSite({ environment: { DATA_DIR: dataDir } });
  const html = await (await fetch(`${site.base}/en`)).text();
  const [picture = ''] = /\/media\/[^" ]+/u.exec(html) ?? [];
  expect((await fetch(site.base + picture)).status).toBe(200);
  const [form = ''] = /\/en\/[\w/-]*application\b/u.exec(html) ?? [];
  const client = formClient(site.port, form, site.base);
  await client.get();
  await client.post({
    files: [{ field: 'declareFile', name: 'a.pdf', content: Buffer.from('%PDF-1.4\n%%EOF\n') }],
    button: { action: 'upload' },
  });
  const made = async () => (await readdir(dataDir, { recursive: true })).join('\n');
  for (const name of [
    /^plinth\.sqlite-wal$/mu,
    /^session-secret$/mu,
    /^content\.sqlite-wal$/mu,
    /^media\/[\w-]+$/mu,
  ])
    await expect.poll(made).toMatch(name);
  expect(await openPlaces(dataDir)).toEqual([]);
  process.kill(site.pid, 'SIGINT');
  expect((await site.ended).code).toBe(0);
  expect(await made()).not.toMatch(/-(?:wal|shm)$/mu);
});
