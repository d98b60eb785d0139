import { expect, it } from 'vitest';
import { type Extension, fileTypes } from '../../../src/applications/rules/file-types.ts';
import { MAX_FILES } from '../../../src/applications/rules/limits.ts';
import { samples } from '../../../src/applications/uploads/checks/testing/samples.ts';
import type { SentFile } from '../../support/multipart.ts';
import {
  arrive,
  begin,
  countOf,
  draftOf,
  fileOf,
  formSiteForFile,
  goodAnswers,
  pdf,
  type Visitor,
  visitor,
  whole,
} from './form-site.ts';
import { filesShown, problemsWith } from './read-form.ts';
import { begun, KB, sender } from './resumable-sites.ts';

const site = formSiteForFile({ RATE_LIMIT_PER_MINUTE: '1000' });

function contentOf(wanted: Extension): Buffer {
  const sample = samples.find(({ extensions: [extension] }) => extension === wanted);
  if (!sample) throw new Error(`no sample of ${wanted}`);
  return sample.content;
}

const png = contentOf('png');
const scan = fileOf('扫描.jpg', png);
const upload = (client: Visitor, ...files: SentFile[]) =>
  client.post({ files, button: { action: 'upload' } });

it.each<[sent: string, Extension]>([
  ['扫描.jpg', 'png'],
  ['plan.doc', 'docx'],
  ['table.xlsx', 'xls'],
  ['deck.docx', 'pdf'],
])('stores %s with its content %s under the right extension and type', async (sent, extension) => {
  const client = await begin(site());
  const name = `${sent.split('.')[0]}.${extension}`;
  expect((await upload(client, fileOf(sent, contentOf(extension)))).status).toBe(303);
  expect(filesShown(await client.get())).toEqual([name]);
  const { files } = await draftOf(site(), client);
  expect(files).toEqual([expect.objectContaining({ name, type: fileTypes[extension] })]);
});

it('keeps the other extensions of JPEG', async () => {
  const client = await begin(site());
  const names = ['a.jfif', 'b.pjpeg', 'c.pjp', 'd.jpeg', 'e.jpg'];
  await upload(client, ...names.map((name) => fileOf(name, contentOf('jpg'))));
  expect(filesShown(await client.get())).toEqual(names);
});

it('a repeated POST stores a renamed file once, even in a full draft', async () => {
  const client = await begin(site());
  const files = [scan, ...Array.from({ length: MAX_FILES - 1 }, (_, at) => pdf(`${at}.pdf`))];
  for (let time = 0; time < 2; time += 1) expect((await upload(client, ...files)).status).toBe(303);
  const { names } = await draftOf(site(), client);
  expect([names.length, names[0]]).toEqual([MAX_FILES, '扫描.png']);
});

it('a repeated submit with a renamed file returns the same receipt, one after another and concurrently', async () => {
  const fields = { ...(await arrive(site())).inputs(), ...goodAnswers };
  const before = await countOf(site());
  const submit = async () => (await visitor(site()).post({ fields, files: [scan] })).headers.location;
  const receipts = [await submit(), ...(await Promise.all([submit(), submit(), submit()]))];
  expect(receipts).toEqual(receipts.map(() => expect.stringContaining('/sent?receipt=')));
  expect(await countOf(site())).toBe(before + 1);
});

it('a resumable upload gets the extension of its content', async () => {
  const mine = await sender(site());
  const url = await begun(mine, scan.name, png.length);
  expect((await mine.patch(url, 0, png)).status).toBe(204);
  expect((await draftOf(site(), mine.client)).names).toEqual(['扫描.png']);
  expect((await mine.head(url)).headers['upload-offset']).toBe(`${png.length}`);
});

it('a complete file replaces its unfinished upload although it is renamed', async () => {
  const mine = await sender(site());
  const url = await begun(mine, scan.name, 64 * KB);
  await mine.patch(url, 0, Buffer.alloc(32 * KB));
  const client = mine.client;
  await upload(client, scan);
  expect((await client.post(whole({ files: [] }))).status).toBe(303);
});

it.each([
  [
    'report.xls',
    '<html><table><tr><td>1</td></tr></table></html>',
    /is a web page \(HTML\).*save it as XLSX/u,
  ],
  ['plan.doc', '{\\rtf1 Plan}', /RTF format.*“Save as”/u],
  ['table.xls', 'Name\tSum\r\nA\t1\r\n', /plain text \(TXT\)/u],
  [
    'secret.pdf',
    `b\x14#e${'\0'.repeat(14)}E-SafeNet\0LOCK`,
    /security software \(E-SafeNet\).*IT department/u,
  ],
])('says what the content of %s is and what to do', async (name, content, words) => {
  const client = await begin(site());
  const page = await upload(client, fileOf(name, content));
  expect([page.status, problemsWith(page, 'declareFile')]).toEqual([422, [expect.stringMatching(words)]]);
});

it.each([
  ['IMG_1.HEIC', /picture is in HEIC format.*JPG or PNG/u],
  ['files.rar', /archive \(RAR\). Extract its files/u],
  ['plan.wps', /WPS format/u],
  ['plan.xyz', /must be a PDF/u],
])('says at the creation of an upload what to do with %s', async (name, words) => {
  const { status, text } = await (await sender(site())).create(name, KB);
  expect([status, text]).toEqual([422, expect.stringMatching(words)]);
});
