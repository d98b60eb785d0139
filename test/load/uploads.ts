import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { type RequestOptions, request } from 'node:http';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pdfOf } from '../slow/slow-uploads.ts';
import type { DemoSite } from '../support/demo-site.ts';
import { type FormClient, formClient } from '../support/form-client.ts';
import { BOUNDARY, MULTIPART, multipart } from '../support/multipart.ts';

const FORM = '/en/work-with-us/application';
const PIECE_BYTES = 64 * 1024;
const SEED = '% 00000000\n';

export type UploadOptions = { uploads: number; fileBytes: number };
export type UploadFigures = { seconds: number; statuses: number[]; digests: string[] };

/** The two roads of a file: with the whole form, and alone as the script sends it. */
const ROADS = [FORM, `${FORM}/files`];

/** Visitors who have the form open, each with a file. What is given sends all the files at once, as fast as the site takes them. */
export async function readyToUpload(
  site: DemoSite,
  options: UploadOptions,
): Promise<() => Promise<UploadFigures>> {
  const port = Number(new URL(site.base).port);
  const pdf = pdfOf(options.fileBytes);
  const at = pdf.indexOf(SEED);
  const contents = Array.from({ length: options.uploads }, (_, index) => [
    pdf.subarray(0, at),
    Buffer.from(`% ${String(index).padStart(8, '0')}\n`),
    pdf.subarray(at + SEED.length),
  ]);
  const posts: Post[] = [];
  for (const [index, content] of contents.entries()) {
    const client = formClient(port, FORM);
    await client.get();
    posts.push(postOf(client, port, ROADS[index % ROADS.length] ?? FORM, content));
  }
  const digests = contents.map(digestOf).sort();
  return async () => {
    const startedAt = performance.now();
    const statuses = await Promise.all(posts.map(send));
    return { seconds: Math.round(performance.now() - startedAt) / 1000, statuses, digests };
  };
}

type Post = { options: RequestOptions; pieces: Buffer[] };

/** One POST of a file. */
function postOf(client: FormClient, port: number, path: string, content: Buffer[]): Post {
  const fields = Object.entries({ ...client.inputs(), action: 'upload' });
  const frame = multipart(fields, [{ name: 'report.pdf', content: Buffer.alloc(0) }]);
  const end = frame.length - `\r\n--${BOUNDARY}--\r\n`.length;
  const pieces = [frame.subarray(0, end), ...content, frame.subarray(end)];
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const headers = { 'Content-Type': MULTIPART, 'Content-Length': `${length}`, Cookie: cookie };
  return { options: { host: '127.0.0.1', port, path, method: 'POST', headers, agent: false }, pieces };
}

/** Writes as the site reads; gives the status. */
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

const digestOf = (pieces: readonly Buffer[]): string => {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
};

/** Digests of the files that the drafts hold: of their bytes as they lie on the disk. */
export async function keptDigests(dataDir: string): Promise<string[]> {
  const database = new DatabaseSync(path.join(dataDir, 'plinth.sqlite'), { readOnly: true });
  const rows = database.prepare('select stored_name as name from draft_files').all() as { name: string }[];
  database.close();
  const digests: string[] = [];
  for (const { name } of rows) {
    const hash = createHash('sha256');
    for await (const piece of createReadStream(path.join(dataDir, 'uploads', name)))
      hash.update(piece as Buffer);
    digests.push(hash.digest('hex'));
  }
  return digests.sort();
}
