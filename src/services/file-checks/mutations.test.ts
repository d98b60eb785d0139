import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { buildEncryptedPackage, buildOoxml } from './test-support/build-office.ts';
import { buildEncryptedPdf } from './test-support/build-pdf.ts';
import { buildAnimation } from './test-support/build-pictures.ts';
import { mutated, type Random, seeded } from './test-support/mutate.ts';
import { samples } from './test-support/samples.ts';
import { check } from './test-support/stored-file.ts';

const ROUNDS = 160;
const MEGABYTE = 1024 * 1024;
const documents = new URL('../../demo/content/files/documents/', import.meta.url);
const codes = ['fileDisguised', 'filePassword', 'fileUnsafe', 'fileEmpty'];

const sources: [string, Buffer][] = [
  ...samples.map(({ extensions: [extension], content }): [string, Buffer] => [`file.${extension}`, content]),
  ['locked.docx', buildEncryptedPackage()],
  ['nested.docx', buildOoxml('docx', { name: 'word/embeddings/a.xlsx', data: buildOoxml('xlsx') })],
  ['locked.pdf', buildEncryptedPdf('/Filter /Standard /V 1 /R 2 /P -4 /O (a) /U (b)', 'aabb')],
  ['moving.gif', await buildAnimation(4)],
  ['proxy-form-en.docx', readFileSync(new URL('proxy-form-en.docx', documents))],
  ['agm-notice-en.pdf', readFileSync(new URL('agm-notice-en.pdf', documents))],
];

async function survive(name: string, content: Buffer, random: Random): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const answer = await check(name, mutated(content, random));
    expect(answer.ok || codes.includes(answer.code), `round ${round}: ${JSON.stringify(answer)}`).toBe(true);
  }
}

it('makes over 2,000 mutations', () => expect(sources.length * ROUNDS).toBeGreaterThan(2_000));

it.each(sources)('%s, mutated, gets an answer each time', async (name, content) => {
  await survive(name, content, seeded(name.length * 7919));
});

it('leaves no file open and no memory taken', async () => {
  const openFiles = () => readdirSync('/dev/fd').length;
  for (const [name, content] of sources) await check(name, content);
  const before = { files: openFiles(), memory: process.memoryUsage().rss };
  for (let round = 0; round < 20; round += 1) {
    for (const [name, content] of sources) await check(name, content.subarray(0, content.length - round));
  }
  expect(openFiles()).toBeLessThanOrEqual(before.files + 2);
  expect(process.memoryUsage().rss - before.memory).toBeLessThan(150 * MEGABYTE);
});
