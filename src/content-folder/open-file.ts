import type { Stats } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { AssetResponse, OpenAsset } from '../assets/asset-client.ts';

type FoundFile = { file: string; stats: Stats };
type Headers = Record<string, string>;

/** Finds the file of an address such as `/files/a.pdf`. Files outside the folder do not exist, also if a link leads to them. */
export async function findFile(root: string, url: string): Promise<FoundFile | undefined> {
  const [, name] = /^\/files\/([^?#]+)/u.exec(url) ?? [];
  if (name === undefined) return undefined;
  try {
    const folder = await realpath(path.join(root, 'files'));
    const file = await realpath(path.join(folder, decodeURIComponent(name)));
    const stats = await stat(file);
    return file.startsWith(folder + path.sep) && stats.isFile() ? { file, stats } : undefined;
  } catch {
    return undefined;
  }
}

/** Opens files of a content folder as a file server does. Their names say their types. */
export const createFileOpener =
  (root: string): OpenAsset =>
  async (url, headers, signal) => {
    const found = await findFile(root, url);
    if (!found) return respond(404, {});
    const { file, stats } = found;
    const own = {
      'accept-ranges': 'bytes',
      etag: `W/"${stats.size.toString(16)}-${stats.mtime.getTime().toString(16)}"`,
      'last-modified': stats.mtime.toUTCString(),
    };
    if (headers['if-none-match'] === own.etag) return respond(304, own);
    const range = rangeOf(headers, own, stats.size);
    if (!range) return respond(416, { 'content-range': `bytes */${stats.size}` });
    const { start, end } = range;
    const handle = await open(file);
    // A stream must not end before it starts, also that of an empty file.
    const body = handle.createReadStream({ start, end: Math.max(start, end), signal });
    const length = { 'content-length': `${end - start + 1}` };
    if (end - start + 1 === stats.size) return respond(200, { ...own, ...length }, body);
    return respond(206, { ...own, ...length, 'content-range': `bytes ${start}-${end}/${stats.size}` }, body);
  };

/** First and last byte to send; undefined if a range is outside the file. Other kinds of `Range` and an outdated one are ignored. */
function rangeOf(
  { range = '', 'if-range': condition }: Headers,
  { etag, 'last-modified': modified }: { etag: string; 'last-modified': string },
  size: number,
): { start: number; end: number } | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/u.exec(range) ?? [];
  const isWhole = first === '' && last === '';
  if (isWhole || (condition !== undefined && condition !== etag && condition !== modified))
    return { start: 0, end: size - 1 };
  // `-5` are the last five bytes.
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start <= end ? { start, end } : undefined;
}

const respond = (status: number, headers: Headers, body: Readable = Readable.from([])): AssetResponse => ({
  status,
  headers: { get: (name) => headers[name] ?? null },
  body,
});
