import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { request } from 'node:http';
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

/** Files of many visitors at once, half of them on either road, as fast as the site takes them. */
export async function uploadAtOnce(site: DemoSite, options: UploadOptions): Promise<UploadFigures> {
  const port = Number(new URL(site.base).port);
  const pdf = pdfOf(options.fileBytes);
  const at = pdf.indexOf(SEED);
  const contents = Array.from({ length: options.uploads }, (_, index) => [
    pdf.subarray(0, at),
    Buffer.from(`% ${String(index).padStart(8, '0')}\n`),
    pdf.subarray(at + SEED.length),
  ]);
  const clients = contents.map(() => formClient(port, FORM));
  for (const client of clients) await client.get();
  const startedAt = performance.now();
  const statuses = await Promise.all(
    clients.map((client, index) =>
      send(port, client, ROADS[index % ROADS.length] ?? FORM, contents[index] ?? []),
    ),
  );
  const seconds = Math.round(performance.now() - startedAt) / 1000;
  return { seconds, statuses, digests: contents.map(digestOf).sort() };
}

/** One POST of a file that is written as it is read; gives the status. */
async function send(port: number, client: FormClient, to: string, content: Buffer[]): Promise<number> {
  const fields = Object.entries({ ...client.inputs(), action: 'upload' });
  const frame = multipart(fields, [{ name: 'report.pdf', content: Buffer.alloc(0) }]);
  const end = frame.length - `\r\n--${BOUNDARY}--\r\n`.length;
  const pieces = [frame.subarray(0, end), ...content, frame.subarray(end)];
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const headers = { 'Content-Type': MULTIPART, 'Content-Length': `${length}`, Cookie: cookie };
  const asked = request({ host: '127.0.0.1', port, path: to, method: 'POST', headers, agent: false });
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
