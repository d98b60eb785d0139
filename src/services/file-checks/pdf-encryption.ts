import type { FileReader } from './file-reader.ts';
import { MAX_PDF_CANDIDATES, MAX_PDF_DICTIONARY } from './limits.ts';
import { type PdfDictionary, parsePdfValue } from './pdf-syntax.ts';
import { Refusal } from './refusal.ts';
import { pagesOf } from './scan.ts';

/** A PDF's encryption dictionary and the first string of the `/ID` that stands beside the place that names it. */
export type PdfEncryption = { dictionary: PdfDictionary; id: Buffer };

type Place = { at: number; object: string };

const ENTRY = /\/Encrypt[\0\s]*(?:(\d{1,10}[\0\s]+\d{1,5})[\0\s]+R|(?=<<))/gu;
const LONGEST_MATCH = 128;

/** Where a trailer or cross-reference stream names an encryption dictionary, each dictionary once. */
async function placesOf(reader: FileReader): Promise<Place[]> {
  const places = new Map<string, Place>();
  for await (const { offset, bytes } of pagesOf(reader, 0, LONGEST_MATCH)) {
    for (const match of bytes.toString('latin1').matchAll(ENTRY)) {
      const object = (match[1] ?? '').replace(/[\0\s]+/gu, ' ');
      places.set(object || `at ${offset + match.index}`, { at: offset + match.index, object });
    }
    if (places.size > MAX_PDF_CANDIDATES) throw new Refusal('fileUnsafe', 'too many encryption entries');
  }
  return [...places.values()];
}

const textAt = async (reader: FileReader, at: number) =>
  (await reader.readUpTo(Math.max(0, at), MAX_PDF_DICTIONARY)).toString('latin1');

/** Where the dictionary of object `5 0` begins; -1 where the file has no such object in the clear. */
async function objectAt(reader: FileReader, object: string): Promise<number> {
  const start = new RegExp(`(?<!\\d)${object.replace(' ', '[\\0\\s]+')}[\\0\\s]+obj`, 'u');
  for await (const { offset, bytes } of pagesOf(reader, 0, LONGEST_MATCH)) {
    const match = start.exec(bytes.toString('latin1'));
    if (match !== null) return offset + match.index + match[0].length;
  }
  return -1;
}

async function dictionaryOf(reader: FileReader, { at, object }: Place): Promise<PdfDictionary | undefined> {
  const start = object === '' ? at + '/Encrypt'.length : await objectAt(reader, object);
  const value = start === -1 ? undefined : parsePdfValue(await textAt(reader, start));
  return value instanceof Map && value.has('/Filter') ? value : undefined;
}

/** The first `/ID` within a dictionary's length behind the place, else the last one before it. */
async function idNear(reader: FileReader, at: number): Promise<Buffer> {
  const before = await textAt(reader, at - MAX_PDF_DICTIONARY);
  const behind = await textAt(reader, at);
  const start = behind.search(/\/ID[\0\s]*\[/u);
  const text = start === -1 ? before.slice(before.lastIndexOf('/ID')) : behind.slice(start);
  const value = parsePdfValue(text, '/ID'.length);
  const first = Array.isArray(value) ? value[0] : undefined;
  return Buffer.isBuffer(first) ? first : Buffer.alloc(0);
}

/** The encryption of a PDF: named in a trailer or cross-reference stream, and never itself packed or encrypted. */
export async function pdfEncryptionOf(reader: FileReader): Promise<PdfEncryption | undefined> {
  for (const place of await placesOf(reader)) {
    const dictionary = await dictionaryOf(reader, place);
    if (dictionary !== undefined) return { dictionary, id: await idNear(reader, place.at) };
  }
  return undefined;
}
