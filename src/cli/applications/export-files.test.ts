/** @module-tag slow */
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import type { Store } from '../../applications/store/index.ts';
import { temporaryFolder, testStore } from '../../applications/store/testing/index.ts';
import { exportApplications } from './export.ts';
import { createFileCopier, numberFileName } from './export-files.ts';
import { readCsv } from './testing/read-csv.ts';
import { NO_REPORTS, readFilesIn, type SentFile, send } from './testing/sent.ts';

type Exported = { files: { name: string; path?: string }[] };

async function exportTo(store: Store, folder: string, withInfected = false) {
  const messages: string[] = [];
  const report = (message: string) => messages.push(message);
  const text = await textOf(
    exportApplications(store, { format: 'json', folder }, { withInfected, report, reportFailure: report }),
  );
  return { applications: JSON.parse(text) as Exported[], messages };
}

/** Creates a store with one application, and a folder to export to. */
async function createApplicationWithFiles(files: SentFile[]) {
  const dataDir = await temporaryFolder();
  const store = await testStore(dataDir);
  const folder = path.join(await temporaryFolder(), 'deep', 'out');
  const { reference, storedNames } = await send(store, { files });
  return { store, folder, reference, stored: storedNames.map((name) => path.join(dataDir, 'uploads', name)) };
}

const at = (folder: string, contents: Record<string, string>) =>
  Object.fromEntries(Object.entries(contents).map(([name, content]) => [`${folder}/${name}`, content]));

it('exports files with names in any script to a folder named after the reference', async () => {
  const names = ['计划书（最终）.pdf', 'خطة العمل.pdf', '🚀 पिच.pdf', 'a:b.pdf'];
  const { store, folder, reference } = await createApplicationWithFiles(
    names.map((name) => ({ name, content: name })),
  );
  const { applications, messages } = await exportTo(store, folder);
  expect(messages).toEqual([]);
  const copied = names.map((name) => name.replace(':', '_'));
  expect(Object.values(await readFilesIn(folder)).sort()).toEqual(names.toSorted());
  expect(applications[0]?.files.map((file) => file.path)).toEqual(
    copied.map((name) => `${reference}/${name}`),
  );
  const csv = await textOf(exportApplications(store, { format: 'csv', folder }, NO_REPORTS));
  const [headings, row] = readCsv(csv);
  const paths = copied.map((name) => `${reference}/${name}`).join('\n');
  expect([headings?.at(-1), row?.at(-1)]).toEqual(['paths', paths]);
  const places = [folder, path.join(folder, reference), path.join(folder, reference, copied[0] ?? '')];
  const modes = await Promise.all(places.map(async (location) => (await stat(location)).mode & 0o777));
  expect(modes).toEqual([0o700, 0o700, 0o600]);
});

it('writes no file outside of the folder for a reference that is a path', async () => {
  const { store, folder, reference } = await createApplicationWithFiles([{ name: 'a.pdf', content: 'a' }]);
  const application = await store.applications.get(reference);
  if (!application) throw new Error('the application is missing');
  const failures: string[] = [];
  const reportFailure = (message: string) => failures.push(message);
  const copy = await createFileCopier(store.fileStore, folder, {
    ...NO_REPORTS,
    reportFailure,
    report: () => 0,
  });
  expect(await copy({ ...application, reference: '../../x' })).toEqual(new Map());
  expect(failures).toEqual(['../../x: a.pdf: not a reference number: ../../x']);
  expect(await readdir(path.resolve(folder, '../..'))).toEqual(['deep']);
});

it.each<[string, string[], string[]]>([
  [
    'with the same name',
    ['report.pdf', 'report.pdf', 'report.pdf'],
    ['report.pdf', 'report (2).pdf', 'report (3).pdf'],
  ],
  [
    'with names that Windows does not distinguish',
    ['Report.pdf', 'report.PDF'],
    ['Report.pdf', 'report (2).PDF'],
  ],
  [
    'with names that are equal once shortened',
    [`${'计'.repeat(150)}甲.pdf`, `${'计'.repeat(150)}乙.pdf`],
    [`${'计'.repeat(83)}.pdf`, `${'计'.repeat(82)} (2).pdf`],
  ],
])('two exports copy files %s only once', async (_name, names, expected) => {
  const { store, folder, reference } = await createApplicationWithFiles(
    names.map((name, at) => ({ name, content: `${at}` })),
  );
  const first = await exportTo(store, folder);
  expect(await exportTo(store, folder)).toEqual(first);
  const contents = expected.map((name, at) => [name, `${at}`]);
  expect(await readFilesIn(folder)).toEqual(at(reference, Object.fromEntries(contents)));
  expect(first.applications[0]?.files.map((file) => file.path)).toEqual(
    expected.map((name) => `${reference}/${name}`),
  );
});

it('an export does not overwrite a file', async () => {
  const content = 'b';
  const { store, folder, reference } = await createApplicationWithFiles([{ name: 'a.pdf', content: 'a' }]);
  await mkdir(path.join(folder, reference), { recursive: true });
  await writeFile(path.join(folder, reference, 'a.pdf'), content);
  for (const _round of [1, 2]) {
    const { applications } = await exportTo(store, folder);
    expect(applications[0]?.files[0]?.path).toBe(`${reference}/a (2).pdf`);
    expect(await readFilesIn(folder)).toEqual(at(reference, { 'a.pdf': content, 'a (2).pdf': 'a' }));
  }
});

it('an export does not follow a link, or write into a folder, that has the name of an exported file', async () => {
  const { store, folder, reference } = await createApplicationWithFiles([{ name: 'a.pdf', content: 'a' }]);
  const elsewhere = path.join(await temporaryFolder(), 'elsewhere');
  await mkdir(path.join(folder, reference, 'a (2).pdf'), { recursive: true });
  await symlink(elsewhere, path.join(folder, reference, 'a.pdf'));
  await exportTo(store, folder);
  expect(await readFilesIn(folder)).toEqual(at(reference, { 'a (3).pdf': 'a' }));
  await expect(readFile(elsewhere)).rejects.toThrow('ENOENT');
});

it.each<[string, (file: string) => Promise<unknown>, string]>([
  ['that is missing', (file) => rm(file), 'the stored file is missing'],
  [
    'with one changed byte',
    (file) => writeFile(file, 'onE'),
    'the stored file has changed since it was sent',
  ],
])('reports a stored file %s and exports the rest', async (_name, damage, problem) => {
  const { store, folder, reference, stored } = await createApplicationWithFiles([
    { name: 'bad.pdf', content: 'one' },
    { name: 'good.pdf', content: 'two' },
  ]);
  await damage(stored[0] ?? '');
  const { applications, messages } = await exportTo(store, folder);
  expect(messages).toEqual([`${reference}: bad.pdf: ${problem}`]);
  expect(await readdir(path.join(folder, reference))).toEqual(['good.pdf']);
  expect(applications[0]?.files.map((file) => file.path)).toEqual([undefined, `${reference}/good.pdf`]);
});

it('exports infected files only with --with-infected', async () => {
  const scans = ['clean', 'held', 'infected', 'unscanned'] as const;
  const { store, folder, reference } = await createApplicationWithFiles(
    scans.map((scan) => ({ name: `${scan}.pdf`, content: scan, scan })),
  );
  const { applications, messages } = await exportTo(store, folder);
  const held = `${reference}: held.pdf: not yet scanned for viruses`;
  expect(messages).toEqual([held, `${reference}: infected.pdf: infected, not copied`]);
  expect(Object.values(await readFilesIn(folder))).toEqual(['clean', 'held', 'unscanned']);
  expect(applications[0]?.files[2]).toMatchObject({ name: 'infected.pdf', scan: 'infected' });
  expect(applications[0]?.files[2]?.path).toBeUndefined();
  const all = await exportTo(store, folder, true);
  expect(all.messages).toEqual([held, `${reference}: infected.pdf: infected`]);
  expect(Object.keys(await readFilesIn(folder))).toHaveLength(scans.length);
});

it.each([
  ['报告:第1稿?.pdf', '报告_第1稿_.pdf'],
  ['a<b>c"d|e*.pdf', 'a_b_c_d_e_.pdf'],
  ['../../etc/passwd', 'passwd'],
])('makes the file name %j safe for every system', (name, expected) => {
  expect(numberFileName(name, 1)).toBe(expected);
});
