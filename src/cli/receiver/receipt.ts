import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { ApplicationRecord, FileRecord } from '../../deliveries/record.ts';
import { FOLDER_OF_OWNER, isFree, OWNER_ONLY, pourInto } from '../../lib/copy-file.ts';
import { syncFolder } from '../../lib/sync-folder.ts';
import { foldName, numberedName } from '../safe-name.ts';
import { readRecord } from './record.ts';
import { Refusal } from './refusal.ts';

const RECORD_FILE = 'application.json';

type Request = { folder: string; headers: IncomingHttpHeaders; secret: string | undefined };

/** References that are being received: the same one is not taken twice at once. */
const running = new Set<string>();

/**
 * One application on its way to `{folder}/{reference}`: give it record and files, then `finish`. Until then it stands in
 * `{reference}.part`, which `discard` removes. Rejects with a `Refusal`.
 */
export function beginReceipt({ folder, headers, secret }: Request) {
  let record: ApplicationRecord | undefined;
  let awaited: FileRecord[] = [];
  let reference: string | undefined;
  const taken = new Set([foldName(RECORD_FILE)]);
  const target = () => path.join(folder, reference ?? '');
  const part = () => `${target()}.part`;

  async function takeRecord(text: string): Promise<void> {
    const content = Buffer.from(text);
    record = readRecord(content, headers, secret);
    if (running.has(record.reference)) throw new Refusal('busy', 'it is being received already');
    if (!isFree(path.join(folder, record.reference))) throw new Refusal('known', 'it is here already');
    reference = record.reference;
    running.add(reference);
    awaited = record.files.filter(({ scan }) => scan !== 'infected');
    // What an earlier try left, when the receiver was killed.
    await rm(part(), { recursive: true, force: true });
    await mkdir(part(), { recursive: true, mode: FOLDER_OF_OWNER });
    await writeFile(path.join(part(), RECORD_FILE), content, { mode: OWNER_ONLY, flush: true });
  }

  async function takeFile(stream: Readable): Promise<void> {
    const file = awaited.shift();
    if (!file) throw new Refusal('incomplete', 'a file that the record does not name');
    const { bytes, sha256 } = await pourInto(path.join(part(), freeName(file.name, taken)), stream);
    if (bytes !== file.bytes || sha256 !== file.sha256)
      throw new Refusal('incomplete', 'a file is not what its record says');
  }

  /** The record comes first: its signature is looked at before anything is written. */
  async function takeNext(text: unknown, stream?: Readable): Promise<void> {
    if (typeof text !== 'string') throw new Refusal('incomplete', 'the part application does not come first');
    if (!record) await takeRecord(text);
    if (stream) await takeFile(stream);
  }

  let last: Promise<void> = Promise.resolve();
  return {
    /** The text of the part `application` each time, and the next file, if there is one. */
    take(text: unknown, stream?: Readable): Promise<void> {
      last = last.then(() => takeNext(text, stream));
      return last;
    },

    async finish(): Promise<ApplicationRecord> {
      if (!record || awaited.length > 0) throw new Refusal('incomplete', 'parts are missing');
      await syncFolder(part());
      await rename(part(), target());
      await syncFolder(folder);
      return record;
    },

    async discard(): Promise<void> {
      // A sender that hangs up leaves a part that is still being written.
      await last.catch(alreadyTold);
      if (reference === undefined) return;
      await rm(part(), { recursive: true, force: true });
      running.delete(reference);
    },
  };
}

/** Who gave the part got its failure. */
function alreadyTold(): void {}

export type Receipt = ReturnType<typeof beginReceipt>;

function freeName(name: string, taken: Set<string>): string {
  let number = 1;
  while (taken.has(foldName(numberedName(name, number)))) number += 1;
  const free = numberedName(name, number);
  taken.add(foldName(free));
  return free;
}
