import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type MirrorFolder, OWN_FOLDER, openMirrorFolder, UnwritableFile } from './mirror-folder.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'plinth-mirror-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const inFolder = (name: string) => path.join(folder, name);
const put = (mirror: MirrorFolder, name: string, text: string) => mirror.put(name, Buffer.from(text));

/** A run that writes these files, in turn from bytes and from a stream. */
async function run(files: Record<string, string>): Promise<string[]> {
  const mirror = await openMirrorFolder(folder);
  let isStreamed = false;
  for (const [name, text] of Object.entries(files)) {
    await mirror.put(name, isStreamed ? Readable.from([Buffer.from(text)]) : Buffer.from(text));
    isStreamed = !isStreamed;
  }
  const gone = await mirror.removeGone();
  await mirror.close();
  return gone;
}

it('writes changed files, leaves others untouched and removes files that are gone with their empty folders', async () => {
  await run({
    'index.html': 'home',
    'a/b/index.html': 'page',
    'files/x.pdf': 'file',
    'files/y.pdf': 'other',
  });
  const old = new Date(2020, 0, 1);
  for (const name of ['index.html', 'files/x.pdf', 'files/y.pdf']) await utimes(inFolder(name), old, old);
  expect(await run({ 'index.html': 'home', 'files/x.pdf': 'file', 'files/y.pdf': 'another' })).toEqual([
    'a/b/index.html',
  ]);
  const times = await Promise.all(
    ['index.html', 'files/x.pdf', 'files/y.pdf'].map(
      async (name) => (await stat(inFolder(name))).mtime > old,
    ),
  );
  expect(times).toEqual([false, false, true]);
  expect((await readdir(folder)).sort()).toEqual([OWN_FOLDER, 'files', 'index.html']);
  expect(await readFile(inFolder('files/y.pdf'), 'utf8')).toBe('another');
});

it('neither overwrites nor removes files of others', async () => {
  await run({ 'a/index.html': 'page' });
  await writeFile(inFolder('robots.txt'), 'mine');
  await writeFile(inFolder('a/mine.txt'), 'mine');
  const mirror = await openMirrorFolder(folder);
  await expect(put(mirror, 'robots.txt', 'the site’s')).rejects.toThrow(UnwritableFile);
  await mirror.removeGone();
  await mirror.close();
  expect(await readFile(inFolder('robots.txt'), 'utf8')).toBe('mine');
  expect(await readdir(inFolder('a'))).toEqual(['mine.txt']);
});

it('rejects a folder that is neither empty nor a mirror and leaves it unchanged', async () => {
  await writeFile(inFolder('thesis.doc'), 'mine');
  await expect(openMirrorFolder(folder)).rejects.toThrow('neither empty nor a mirror');
  expect(await readdir(folder)).toEqual(['thesis.doc']);
});

it('remembers the files of a run that was killed', async () => {
  const killed = await openMirrorFolder(folder);
  await put(killed, 'a.html', 'page');
  await writeFile(inFolder(`${OWN_FOLDER}/running`), '999999999');
  await writeFile(inFolder(`${OWN_FOLDER}/parts/half`), 'ha');
  expect(await run({ 'b.html': 'page' })).toEqual(['a.html']);
  expect((await readdir(inFolder(OWN_FOLDER))).sort()).toEqual(['files']);
  await killed.close();
});

it('allows one run at a time', async () => {
  await run({ 'a.html': 'page' });
  await writeFile(inFolder(`${OWN_FOLDER}/running`), `${process.ppid}`);
  await expect(openMirrorFolder(folder)).rejects.toThrow(`process ${process.ppid}`);
});

it('keeps the list of a running mirror when it rejects a second run', async () => {
  const running = await openMirrorFolder(folder);
  await writeFile(inFolder(`${OWN_FOLDER}/running`), `${process.ppid}`);
  await expect(openMirrorFolder(folder)).rejects.toThrow('another run');
  await put(running, 'a.html', 'page');
  // The first run is killed.
  await writeFile(inFolder(`${OWN_FOLDER}/running`), '999999999');
  expect(await run({ 'b.html': 'page' })).toEqual(['a.html']);
  await running.close();
});

it('unlocks the folder if its list cannot be written', async () => {
  await run({ 'a.html': 'page' });
  await mkdir(inFolder(`${OWN_FOLDER}/files.part`));
  await expect(openMirrorFolder(folder)).rejects.toThrow('EISDIR');
  expect((await readdir(inFolder(OWN_FOLDER))).sort()).toEqual(['files', 'files.part']);
});

it('continues if a folder has the name of a file or a file the name of a folder', async () => {
  const mirror = await openMirrorFolder(folder);
  await put(mirror, 'a/index.html', 'page');
  await mkdir(inFolder('b'));
  await expect(put(mirror, 'a', 'page')).rejects.toThrow(UnwritableFile);
  await expect(put(mirror, 'a/index.html/index.html', 'page')).rejects.toThrow(UnwritableFile);
  await expect(put(mirror, 'b', 'page')).rejects.toThrow(UnwritableFile);
  await mirror.close();
});

it('remembers the ETag of a file while the file exists', async () => {
  const first = await openMirrorFolder(folder);
  await first.put('a.pdf', Buffer.from('file'), '"1"');
  await first.put('b.pdf', Buffer.from('file'), '"2"');
  await first.close();
  await rm(inFolder('b.pdf'));
  const second = await openMirrorFolder(folder);
  expect(await second.etagOf('a.pdf')).toBe('"1"');
  expect(await second.etagOf('b.pdf')).toBeUndefined();
  await second.keep('a.pdf');
  expect(await second.removeGone()).toEqual(['b.pdf']);
  expect(second.bytes()).toBe(4);
  await second.close();
});
