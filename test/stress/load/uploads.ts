import { setTimeout as wait } from 'node:timers/promises';
import { openFileStore } from '../../../src/applications/files/file-store.ts';
import { MAX_CHUNK_BYTES } from '../../../src/applications/rules/limits.ts';
import { openMigrated } from '../../../src/applications/store/engine/migrate.ts';
import type { StoreLocation } from '../../../src/applications/store/index.ts';
import { pdfOf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import { type FormClient, formClient } from '../../support/form-client.ts';
import { tusClient } from '../../support/tus-client.ts';
import { digest } from '../visits.ts';

type Upload = (client: FormClient, content: Buffer) => Promise<number>;

/** Uploads begin within this time, because fifty visitors do not click in the same millisecond. */
const PRESSED_WITHIN_MS = 1000;
/** Header of a browser's request from a page of the site. */
const OWN_PAGE = { 'Sec-Fetch-Site': 'same-origin' };

/** Sends a file by one POST, as fast as the site reads. Returns the response status. */
const sendWhole: Upload = async (client, content) =>
  (await client.post({ button: { action: 'upload' }, files: [{ name: 'report.pdf', content }] })).status;

/** Uploads like the script, with a draft, a creation and a PATCH for each chunk. Returns the last status. */
const sendInChunks: Upload = async (client, content) => {
  await client.post({ button: { action: 'begin' }, headers: OWN_PAGE });
  const tus = tusClient(client);
  const { status: begun, headers } = await tus.create('report.pdf', content.length, OWN_PAGE);
  let status = begun;
  for (let at = 0; at < content.length && status < 400; at += MAX_CHUNK_BYTES) {
    const chunk = content.subarray(at, at + MAX_CHUNK_BYTES);
    status = (await tus.patch(`${headers.location}`, at, chunk, OWN_PAGE)).status;
  }
  return status;
};

const WAYS = [sendWhole, sendInChunks];

/** Creates visitors with an open form and a file. Returns a function that uploads all files concurrently. */
export async function readyToUpload(port: number, options: { uploads: number; fileBytes: number }) {
  const visitors: { client: FormClient; content: Buffer }[] = [];
  for (let index = 0; index < options.uploads; index += 1) {
    const client = formClient(port);
    await client.get();
    visitors.push({ client, content: pdfOf(options.fileBytes, `${index}`) });
  }
  return async () => {
    const statuses = await Promise.all(
      visitors.map(async ({ client, content }, index) => {
        await wait((index / visitors.length) * PRESSED_WITHIN_MS);
        return (WAYS[index % WAYS.length] ?? sendInChunks)(client, content);
      }),
    );
    return { statuses, digests: visitors.map(({ content }) => digest(content)) };
  };
}

/** Returns the digests of the stored files of all drafts. */
export async function storedDigests({ dataDir, s3, ...database }: StoreLocation): Promise<string[]> {
  const db = await openMigrated({ dataDir, ...database });
  const rows = await db.selectFrom('draftFiles').select('storedName').execute();
  await db.destroy();
  const fileStore = await openFileStore(dataDir, s3);
  const digests: string[] = [];
  for (const { storedName } of rows)
    digests.push(digest(Buffer.concat(await (await fileStore.open(storedName)).toArray())));
  return digests;
}
