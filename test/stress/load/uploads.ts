import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type RequestOptions, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { openFileStore } from '../../../src/applications/files/file-store.ts';
import { LARGEST_PIECE_BYTES } from '../../../src/applications/rules/limits.ts';
import { openMigrated } from '../../../src/applications/store/engine/migrate.ts';
import type { StoreLocation } from '../../../src/applications/store/index.ts';
import { pdfOf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import type { DemoSite } from '../../support/demo-site.ts';
import { DEMO_FORM, type FormClient, formClient } from '../../support/form-client.ts';
import { BOUNDARY, MULTIPART, multipart } from '../../support/multipart.ts';
import { tusClient } from '../../support/tus-client.ts';

const PIECE_BYTES = 64 * 1024;
const FIRST_REFUSAL = 400;
const MARK = '0000';
const MARK_DIGITS = 2 * MARK.length;

export type UploadOptions = { uploads: number; fileBytes: number };
type UploadFigures = { seconds: number; statuses: number[]; digests: string[] };

/** Ways to send a file: with the whole form, separately by one POST, and in pieces like the script. */
const ROADS = [DEMO_FORM, `${DEMO_FORM}/files`, 'pieces'] as const;
/** Uploads begin within this time, because fifty visitors do not click in the same millisecond. */
const PRESSED_WITHIN_MS = 1000;
/** Header of a browser's request from a page of the site. */
const OWN_PAGE = { 'Sec-Fetch-Site': 'same-origin' };

/** Creates visitors with an open form and a file. Returns a function that uploads all files concurrently. */
export async function readyToUpload(
  { port }: DemoSite,
  options: UploadOptions,
): Promise<() => Promise<UploadFigures>> {
  // One PDF for all visitors, in which a number replaces the mark.
  const pdf = pdfOf(options.fileBytes, MARK);
  const at = pdf.indexOf(Buffer.from(MARK).toString('hex'));
  const contents = Array.from({ length: options.uploads }, (_, index) => [
    pdf.subarray(0, at),
    Buffer.from(String(index).padStart(MARK_DIGITS, '0')),
    pdf.subarray(at + MARK_DIGITS),
  ]);
  const sendings: (() => Promise<number>)[] = [];
  for (const [index, content] of contents.entries()) {
    const client = formClient(port);
    await client.get();
    const road = ROADS[index % ROADS.length] ?? DEMO_FORM;
    sendings.push(
      road === 'pieces'
        ? () => sendInPieces(client, Buffer.concat(content))
        : () => send(postOf(client, port, road, content)),
    );
  }
  const digests = await Promise.all(contents.map(digestOf));
  return async () => {
    const startedAt = performance.now();
    const statuses = await Promise.all(
      sendings.map((start, index) => wait((index / sendings.length) * PRESSED_WITHIN_MS).then(start)),
    );
    return { seconds: Math.round(performance.now() - startedAt) / 1000, statuses, digests };
  };
}

type Post = { options: RequestOptions; pieces: Buffer[] };

/** Builds the POST of a file. */
function postOf(client: FormClient, port: number, path: string, content: Buffer[]): Post {
  const fields = Object.entries({ ...client.inputs(), action: 'upload' });
  const frame = multipart(fields, [{ name: 'report.pdf', content: Buffer.alloc(0) }]);
  const end = frame.length - `\r\n--${BOUNDARY}--\r\n`.length;
  const pieces = [frame.subarray(0, end), ...content, frame.subarray(end)];
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const headers = { 'Content-Type': MULTIPART, 'Content-Length': `${length}`, Cookie: client.cookie() };
  return { options: { host: '127.0.0.1', port, path, method: 'POST', headers, agent: false }, pieces };
}

/** Writes as fast as the site reads. Returns the response status. */
async function send({ options, pieces }: Post): Promise<number> {
  const asked = request(options);
  const answered = once(asked, 'response');
  for (const piece of pieces) {
    for (let start = 0; start < piece.length; start += PIECE_BYTES) {
      if (!asked.write(piece.subarray(start, start + PIECE_BYTES))) await once(asked, 'drain');
    }
  }
  asked.end();
  const [response] = await answered;
  response.resume();
  await once(response, 'end');
  return response.statusCode;
}

/** Uploads like the script, with a draft, a creation and a PATCH for each piece. Returns the last status. */
async function sendInPieces(client: FormClient, file: Buffer): Promise<number> {
  await client.post({ button: { action: 'begin' }, headers: OWN_PAGE });
  const tus = tusClient(client);
  const { status: begun, headers } = await tus.create('report.pdf', file.length, OWN_PAGE);
  let status = begun;
  for (let at = 0; at < file.length && status < FIRST_REFUSAL; at += LARGEST_PIECE_BYTES) {
    const piece = file.subarray(at, at + LARGEST_PIECE_BYTES);
    status = (await tus.patch(`${headers.location}`, at, piece, OWN_PAGE)).status;
  }
  return status;
}

async function digestOf(pieces: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}

/** Returns the digests of the stored files of all drafts. */
export async function keptDigests(place: StoreLocation): Promise<string[]> {
  const db = await openMigrated(place);
  const rows = await db.selectFrom('draftFiles').select('storedName').execute();
  await db.destroy();
  const uploads = await openFileStore(place.dataDir, place.s3);
  const digests: string[] = [];
  for (const { storedName } of rows) digests.push(await digestOf(await uploads.open(storedName)));
  return digests;
}
