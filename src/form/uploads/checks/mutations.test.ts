/** @module-tag matrix */
import { readFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { type Random, seeded } from '../../../../test/support/random.ts';
import { createCheckerPool } from './checker-pool.ts';
import { buildEncryptedPackage, buildOoxml } from './testing/build-office.ts';
import { buildEncryptedPdf } from './testing/build-pdf.ts';
import { buildAnimation } from './testing/build-pictures.ts';
import { mutated } from './testing/mutate.ts';
import { samples } from './testing/samples.ts';
import { storedFile } from './testing/stored-file.ts';

const ROUNDS = 160;
const MAX_MS = 3_000;
const documents = new URL('../../../demo/content/files/documents/', import.meta.url);
const codes = [
  'fileDisguised',
  'filePassword',
  'fileMacros',
  'fileUnsafe',
  'pictureTooLarge',
  'fileNotChecked',
];

const sources: [string, Buffer][] = [
  ...samples.map(({ extensions: [extension], content }): [string, Buffer] => [`file.${extension}`, content]),
  ['locked.docx', buildEncryptedPackage()],
  ['nested.docx', buildOoxml('docx', { name: 'word/embeddings/a.xlsx', data: buildOoxml('xlsx') })],
  ['locked.pdf', buildEncryptedPdf('/Filter /Standard /V 1 /R 2 /P -4 /O (a) /U (b)', 'aabb')],
  ['moving.gif', await buildAnimation(4)],
  ['proxy-form-en.docx', readFileSync(new URL('proxy-form-en.docx', documents))],
  ['agm-notice-en.pdf', readFileSync(new URL('agm-notice-en.pdf', documents))],
];

const pool = createCheckerPool(undefined, MAX_MS);
afterAll(() => pool.close());

async function survive(name: string, content: Buffer, random: Random): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const spoilt = mutated(content, random);
    const answer = await pool.check({ path: storedFile(spoilt), name, bytes: spoilt.length }, name);
    expect(answer.ok || codes.includes(answer.code), `round ${round}: ${JSON.stringify(answer)}`).toBe(true);
  }
}

it('checks more than 2,000 mutations', () => expect(sources.length * ROUNDS).toBeGreaterThan(2_000));

it.each(sources)('every mutation of %s gets a result', async (name, content) => {
  await survive(name, content, seeded(name.length * 7919));
});

it('almost no mutation times out or ends its checker', () => {
  const { answered, late, died } = pool.counts().results;
  expect(answered + late + died).toBe(sources.length * ROUNDS);
  expect(late + died).toBeLessThan(20);
});
