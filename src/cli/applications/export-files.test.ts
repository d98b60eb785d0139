import { mkdir, readdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../store/index.ts';
import { NOW, temporaryFolder, testStore } from '../../store/testing/index.ts';
import { exportApplications } from './export.ts';
import { readCsv } from './testing/read-csv.ts';
import { filesIn, type SentFile, send, textOf } from './testing/sent.ts';

const SILENT = { withInfected: false, report: () => undefined, reportFailure: () => undefined };

type Exported = { files: { name: string; path?: string }[] };

async function exportTo(store: Store, folder: string, withInfected = false) {
  const messages: string[] = [];
  const report = (message: string) => messages.push(message);
  const text = await textOf(
    exportApplications(store, { format: 'json', folder }, { withInfected, report, reportFailure: report }),
  );
  return { applications: JSON.parse(text) as Exported[], messages };
}

/** Store with one application, and a folder to export to. */
async function sentFiles(files: SentFile[]) {
  const dataDir = await temporaryFolder();
  const store = await testStore(dataDir);
  const folder = path.join(await temporaryFolder(), 'deep', 'out');
  const { reference, storedNames } = await send(store, { files });
  return { store, folder, reference, stored: storedNames.map((name) => path.join(dataDir, 'uploads', name)) };
}

const at = (folder: string, contents: Record<string, string>) =>
  Object.fromEntries(Object.entries(contents).map(([name, content]) => [`${folder}/${name}`, content]));

describe('export --files', () => {
  it('copies files of any script to the folder of the reference', async () => {
    const names = ['计划书（最终）.pdf', 'خطة العمل.pdf', '🚀 पिच.pdf', 'Über “uns”.pdf'];
    const { store, folder, reference } = await sentFiles(names.map((name) => ({ name, content: name })));
    const { applications, messages } = await exportTo(store, folder);
    expect(messages).toEqual([]);
    expect(await filesIn(folder)).toEqual(
      at(reference, Object.fromEntries(names.map((name) => [name, name]))),
    );
    expect(applications[0]?.files.map((file) => file.path)).toEqual(
      names.map((name) => `${reference}/${name}`),
    );
  });

  it('writes the paths of the copies to the CSV', async () => {
    const { store, folder, reference } = await sentFiles([
      { name: 'a:b.pdf', content: '1' },
      { name: 'b.pdf', content: '2' },
    ]);
    const text = await textOf(exportApplications(store, { format: 'csv', folder }, SILENT));
    const [headings, row] = readCsv(text.slice(1));
    expect([headings?.slice(-3), row?.slice(-3)]).toEqual([
      ['files', 'scans', 'paths'],
      ['a:b.pdf\nb.pdf', 'unscanned\nunscanned', `${reference}/a_b.pdf\n${reference}/b.pdf`],
    ]);
  });

  it('copies the files of every application', async () => {
    const store = await testStore();
    const folder = await temporaryFolder();
    const [one, two] = [await send(store), await send(store, { now: NOW + 1 })];
    await exportTo(store, folder);
    const expected = {
      ...at(one.reference, { 'plan.pdf': 'abc' }),
      ...at(two.reference, { 'plan.pdf': 'abc' }),
    };
    expect(await filesIn(folder)).toEqual(expected);
  });

  it.each<[string, SentFile[], Record<string, string>]>([
    [
      'of one name',
      [
        { name: 'report.pdf', content: 'one' },
        { name: 'report.pdf', content: 'two' },
        { name: 'report.pdf', content: 'three' },
      ],
      { 'report.pdf': 'one', 'report (2).pdf': 'two', 'report (3).pdf': 'three' },
    ],
    [
      'of one name and content',
      [
        { name: 'report.pdf', content: 'same' },
        { name: 'report.pdf', content: 'same' },
      ],
      { 'report.pdf': 'same', 'report (2).pdf': 'same' },
    ],
    [
      'of names that Windows takes for one',
      [
        { name: 'Report.pdf', content: 'one' },
        { name: 'report.PDF', content: 'two' },
      ],
      { 'Report.pdf': 'one', 'report (2).PDF': 'two' },
    ],
    [
      'of which one already has a number',
      [
        { name: 'a.pdf', content: 'one' },
        { name: 'a (2).pdf', content: 'two' },
        { name: 'a.pdf', content: 'three' },
      ],
      { 'a.pdf': 'one', 'a (2).pdf': 'two', 'a (3).pdf': 'three' },
    ],
    [
      'of names that are one when they are shortened',
      [
        { name: `${'计'.repeat(150)}甲.pdf`, content: 'one' },
        { name: `${'计'.repeat(150)}乙.pdf`, content: 'two' },
      ],
      { [`${'计'.repeat(83)}.pdf`]: 'one', [`${'计'.repeat(82)} (2).pdf`]: 'two' },
    ],
  ])('keeps all files %s, also in a second export', async (_name, files, expected) => {
    const { store, folder, reference } = await sentFiles(files);
    const first = await exportTo(store, folder);
    const second = await exportTo(store, folder);
    expect(await filesIn(folder)).toEqual(at(reference, expected));
    expect(second).toEqual(first);
    expect(new Set(first.applications[0]?.files.map((file) => file.path)).size).toBe(files.length);
  });

  it('makes folders and files private to the user', async () => {
    const { store, folder, reference } = await sentFiles([{ name: 'a.pdf', content: 'a' }]);
    await exportTo(store, folder);
    const modes = [folder, path.join(folder, reference), path.join(folder, reference, 'a.pdf')].map(
      async (place) => (await stat(place)).mode & 0o777,
    );
    expect(await Promise.all(modes)).toEqual([0o700, 0o700, 0o600]);
  });
});

describe('export --files to a folder with files', () => {
  it('leaves an equal file unchanged', async () => {
    const { store, folder, reference } = await sentFiles([{ name: 'a.pdf', content: 'a' }]);
    await exportTo(store, folder);
    const file = path.join(folder, reference, 'a.pdf');
    await utimes(file, 1, 1);
    await exportTo(store, folder);
    expect((await stat(file)).mtimeMs).toBe(1000);
  });

  it.each(['', 'b', 'longer'])('never overwrites a file with content %j', async (content) => {
    const { store, folder, reference } = await sentFiles([{ name: 'a.pdf', content: 'a' }]);
    await mkdir(path.join(folder, reference), { recursive: true });
    await writeFile(path.join(folder, reference, 'a.pdf'), content);
    for (const _round of [1, 2]) {
      const { applications } = await exportTo(store, folder);
      expect(applications[0]?.files[0]?.path).toBe(`${reference}/a (2).pdf`);
      expect(await filesIn(folder)).toEqual(at(reference, { 'a.pdf': content, 'a (2).pdf': 'a' }));
    }
  });

  it('does not follow a link or enter a folder with the name of a file', async () => {
    const { store, folder, reference } = await sentFiles([{ name: 'a.pdf', content: 'a' }]);
    const elsewhere = path.join(await temporaryFolder(), 'elsewhere');
    await mkdir(path.join(folder, reference, 'a (2).pdf'), { recursive: true });
    await symlink(elsewhere, path.join(folder, reference, 'a.pdf'));
    await exportTo(store, folder);
    expect(await filesIn(folder)).toEqual(at(reference, { 'a (3).pdf': 'a' }));
    await expect(readFile(elsewhere)).rejects.toThrow('ENOENT');
  });
});

describe('export --files with a damaged store', () => {
  const two = [
    { name: 'gone.pdf', content: 'one' },
    { name: 'there.pdf', content: 'two' },
  ];

  it('reports a missing file and copies the rest', async () => {
    const { store, folder, reference } = await sentFiles(two);
    const [first] = (await store.applications.get(reference))?.files ?? [];
    await store.uploads.remove(first?.storedName ?? '');
    const { applications, messages } = await exportTo(store, folder);
    expect(messages).toEqual([`${reference}: gone.pdf: the stored file is missing`]);
    expect(await filesIn(folder)).toEqual(at(reference, { 'there.pdf': 'two' }));
    expect(applications[0]?.files).toMatchObject([
      { name: 'gone.pdf' },
      { name: 'there.pdf', path: `${reference}/there.pdf` },
    ]);
    expect(applications[0]?.files[0]).not.toHaveProperty('path');
  });

  it.each([
    ['one byte', 'onE'],
    ['its length', 'on'],
    ['everything', ''],
  ])('reports a file that was changed in %s, and leaves no copy of it', async (_name, content) => {
    const { store, folder, reference, stored } = await sentFiles(two);
    await writeFile(stored[0] ?? '', content);
    const { messages } = await exportTo(store, folder);
    expect(messages).toEqual([`${reference}: gone.pdf: the stored file has changed since it was sent`]);
    expect(await readdir(path.join(folder, reference))).toEqual(['there.pdf']);
  });

  it('reports an unreadable file without folders of the server', async () => {
    const { store, folder, reference, stored } = await sentFiles(two);
    await store.uploads.remove(path.basename(stored[0] ?? ''));
    await mkdir(stored[0] ?? '');
    const { messages } = await exportTo(store, folder);
    expect(messages).toEqual([`${reference}: gone.pdf: could not be copied (EISDIR)`]);
    expect(await readdir(path.join(folder, reference))).toEqual(['there.pdf']);
  });

  it('reports files whose folder cannot be created', async () => {
    const { store, folder, reference } = await sentFiles(two);
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, reference), 'a file');
    const { messages } = await exportTo(store, folder);
    expect(messages).toEqual(two.map(({ name }) => `${reference}: ${name}: could not be copied (EEXIST)`));
  });
});

describe('export --files to a folder that cannot be created', () => {
  it('fails before anything is exported', async () => {
    const store = await testStore();
    const folder = path.join(await temporaryFolder(), 'file');
    await writeFile(folder, '');
    await expect(exportTo(store, folder)).rejects.toThrow('EEXIST');
  });
});

describe('export --files of files that are not clean', () => {
  const files: SentFile[] = (['clean', 'held', 'infected', 'unscanned'] as const).map((scan) => ({
    name: `${scan}.pdf`,
    content: scan,
    scan,
  }));

  it('names held and infected files, and does not copy infected ones', async () => {
    const { store, folder, reference } = await sentFiles(files);
    const { applications, messages } = await exportTo(store, folder);
    expect(messages).toEqual([
      `${reference}: held.pdf: not yet scanned for viruses`,
      `${reference}: infected.pdf: infected, not copied`,
    ]);
    expect(Object.keys(await filesIn(folder))).toEqual(
      ['clean', 'held', 'unscanned'].map((name) => `${reference}/${name}.pdf`),
    );
    expect(applications[0]?.files[2]).toMatchObject({ name: 'infected.pdf', scan: 'infected' });
    expect(applications[0]?.files[2]?.path).toBeUndefined();
  });

  it('copies infected files with --with-infected', async () => {
    const { store, folder, reference } = await sentFiles(files);
    const { messages } = await exportTo(store, folder, true);
    expect(messages).toContain(`${reference}: infected.pdf: infected`);
    expect(Object.keys(await filesIn(folder))).toHaveLength(files.length);
  });
});
