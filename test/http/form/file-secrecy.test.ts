import { readdir } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { arrive, FORM, formSiteForFile, pdf, whole } from './form-site.ts';

const site = formSiteForFile();
const SECRET = 'nobody reads this by an address';
let names: string[] = [];
let ids: string[] = [];
let log = '';

beforeAll(async () => {
  const client = await arrive(site());
  const answer = await client.post({ files: [{ ...pdf('plan.pdf', SECRET) }], button: { action: 'submit' } });
  ids = answer.fileIds;
  await (await arrive(site())).post(whole({ files: [pdf('sent.pdf', SECRET)] }));
  names = await readdir(`${site().dataDir}/uploads`);
  log = JSON.stringify(site().lines);
});

const FOLDERS = [
  '',
  '/uploads',
  '/data/uploads',
  '/files/x',
  '/assets',
  '/media',
  FORM,
  `${FORM}/files`,
  '/en',
];
const UPWARD = ['/assets/..', '/assets/%2e%2e', '/assets/..%2f..', '/files/%2e%2e/%2e%2e'];
const FIXED = ['/uploads/', '/data/', '/plinth.sqlite', '/assets/../plinth.sqlite', '/data/session-secret'];

const isHidden = async (address: string) => {
  const { status, text } = await site().raw(address);
  const shown =
    text.includes(Buffer.from(SECRET).toString('hex')) ||
    text.startsWith('%PDF') ||
    text.startsWith('SQLite');
  return !shown && (status >= 400 || address.startsWith(FORM));
};

it('submitted files are in the store', () => {
  expect(names).toHaveLength(2);
  expect(ids).toHaveLength(1);
});

it.each([...FOLDERS, ...UPWARD.flatMap((up) => [up, `${up}/data/uploads`])])(
  'does not serve a submitted file below “%s/…” under any name',
  async (folder) => {
    for (const name of [names[0], ids[0], 'plan.pdf']) expect(await isHidden(`${folder}/${name}`)).toBe(true);
    expect(await isHidden(`${folder}/${names[1]}/sent.pdf`)).toBe(true);
  },
);

it.each(FIXED)('does not serve a stored file at %s', async (address) => {
  expect(await isHidden(address)).toBe(true);
});

it('does not log file names or typed texts', async () => {
  expect(log).toContain('POST');
  for (const word of [...names, 'plan.pdf', 'sent.pdf', 'qinghe', '青禾', '林知遥', '8888 6666'])
    expect(log).not.toContain(word);
});
